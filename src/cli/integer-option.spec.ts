import { InvalidArgumentError } from 'commander';
import { makeIntegerParser } from './integer-option';

const parse = makeIntegerParser(0, 100, 'a number of hours');

it.each([
  ['0', 0],
  ['100', 100],
  ['007', 7],
])('an integer option reads %p as %p', (text, value) => {
  expect(parse(text)).toBe(value);
});

it.each(['', ' ', ' 5', '5 ', '0x10', '1e1', '1.0', '-1', '101', '9'.repeat(400), 'five'])(
  'an integer option refuses %p, and names the allowed range',
  (text) => {
    expect(() => parse(text)).toThrow(new InvalidArgumentError('It must be a number of hours from 0 to 100.'));
  },
);
