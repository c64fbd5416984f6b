/** Addresses that mean the computer itself, so that on another one they lead nowhere. */
const OF_THIS_COMPUTER = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

export function isOfThisComputer(url: string): boolean {
  return OF_THIS_COMPUTER.test(new URL(url).hostname);
}
