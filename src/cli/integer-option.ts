import { InvalidArgumentError } from 'commander';

/** Returns the parser of an option whose value is an integer from `min` to `max`. Errors call the value `noun`. */
export function toInteger(min: number, max: number, noun = 'an integer'): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be ${noun} from ${min} to ${max}.`);
  };
}
