import { InvalidArgumentError } from 'commander';

/** A number of the command line. */
export function integer(text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It is a number from ${min} to ${max}.`);
}
