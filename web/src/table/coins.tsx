/* Money that moves over the board. */
import { number } from "../words";

export const Coins = ({ amount }: { amount: number | null | undefined }) => (
  <span class="coins-flying">
    <svg width="26" height="26" viewBox="0 0 32 32"><circle cx="13" cy="20" r="10" /><circle cx="19" cy="12" r="10" /><path d="M16 12h6M19 9v6" /></svg>
    {amount ? <b>{number(amount)}</b> : null}
  </span>
);
