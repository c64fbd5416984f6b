/** Two short tones, the second higher: frequency in hertz, start in seconds. */
const TONES = [
  [660, 0],
  [880, 0.14],
] as const;
const LENGTH_S = 0.3;
const VOLUME = 0.15;

let context: AudioContext | undefined;

/** Plays a short sound. Browsers keep a page silent in which nobody has clicked or typed yet. */
export async function chime(): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  for (const [frequency, after] of TONES) play(context, frequency, context.currentTime + after);
}

function play(audio: AudioContext, frequency: number, start: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + LENGTH_S);
}
