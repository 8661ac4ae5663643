import { InvalidArgumentError } from 'commander';

const DECIMAL = /^-?\d{1,15}$/;

/**
 * Returns the parser of an option whose value is an integer from `min` to `max`, in decimal digits. `noun` names the
 * value in error messages.
 */
export function makeIntegerParser(min: number, max: number, noun = 'an integer'): (text: string) => number {
  return (text) => {
    const value = DECIMAL.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be ${noun} from ${min} to ${max}.`);
  };
}
