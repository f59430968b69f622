/* Short sounds, synthesized rather than loaded: a coin, a stamp, a whistle, a breaking seal. */
import { noises } from "../settings";

export type Noise = "coin" | "stamp" | "whistle" | "seal";

/** A sequence of notes: pitch in hertz, start and duration in seconds. */
const tones: Record<Noise, { shape: OscillatorType; loud: number; notes: [pitch: number, from: number, for_: number][] }> = {
  coin: { shape: "triangle", loud: 0.08, notes: [[1568, 0, 0.08], [2093, 0.06, 0.22]] },
  stamp: { shape: "sine", loud: 0.2, notes: [[150, 0, 0.09], [90, 0.03, 0.12]] },
  whistle: { shape: "square", loud: 0.03, notes: [[1900, 0, 0.12], [2050, 0.1, 0.35]] },
  seal: { shape: "sawtooth", loud: 0.06, notes: [[420, 0, 0.05], [260, 0.04, 0.08], [120, 0.1, 0.2]] },
};

let audio: AudioContext | null = null;

/** Silent if sounds are off, or if the browser requires a user gesture first. */
export function noise(name: Noise, delay_ms = 0): void {
  if (!noises.value) return;
  audio ??= new AudioContext();
  const { shape, loud, notes } = tones[name];
  for (const [pitch, from, for_] of notes) {
    const [tone, gain, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + delay_ms / 1000 + from];
    tone.type = shape;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + for_);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + for_);
  }
}
