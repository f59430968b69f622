/* Whether the window is a phone's, where the panels are sheets above a bar at the bottom. side.css has the same condition. */
import { useEffect, useState } from "preact/hooks";

const PHONE = "(max-width: 44rem) and (min-height: 30rem)";

export function usePhone(): boolean {
  const [phone, setPhone] = useState(() => matchMedia(PHONE).matches);
  useEffect(() => {
    const watched = matchMedia(PHONE);
    const follow = () => setPhone(watched.matches);
    follow();
    watched.addEventListener("change", follow);
    return () => watched.removeEventListener("change", follow);
  }, []);
  return phone;
}
