/* Tells a player who looks elsewhere that it is their turn: changes the tab's title and icon, and plays one sound. */
import { useEffect } from "preact/hooks";
import icon from "../art/icon.svg?url";
import iconTurn from "../art/icon-turn.svg?url";
import { sound } from "../settings";
import { words } from "../words";

function setIcon(href: string): void {
  document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = href;
}

/** Two soft tones. Silent if the browser requires a user gesture first. */
function chime(): void {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, i) => {
    const [tone, loud, from] = [audio.createOscillator(), audio.createGain(), audio.currentTime + 0.16 * i];
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.4);
    tone.connect(loud).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.4);
  });
  setTimeout(() => void audio.close(), 1500);
}

/** `decision` is the one I have to make, or null. */
export function useAttention(title: string, decision: number | null): void {
  const owed = decision !== null;
  useEffect(() => {
    const plain = title ? `${title} – ${words().brand}` : words().brand;
    document.title = owed ? words().table.turnTitle(plain) : plain;
    setIcon(owed ? iconTurn : icon);
    return () => {
      document.title = words().brand;
      setIcon(icon);
    };
  }, [title, owed]);
  useEffect(() => {
    if (owed && document.hidden && sound.value) chime();
  }, [decision]);
}
