/** Validation rules for request texts with bounds in code points. */
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, ValidateBy } from 'class-validator';
import { QUERY_MAX_CHARS } from '../paging/cap-table';
import { countCodePoints } from '../text/summary';
import { RAW_TEXT_FACTOR } from '../text/text';

/**
 * A text of `min` to `max` code points after cleaning. The rule runs before cleaning, so it allows `RAW_TEXT_FACTOR`
 * times `max` code points. The code that cleans the text checks its length again.
 */
export function IsText(min: number, max: number): PropertyDecorator {
  const message = min === 0 ? `must have at most ${max} code points` : `must have ${min} to ${max} code points`;
  return applyDecorators(
    IsString(),
    HasCodePoints(min, max * RAW_TEXT_FACTOR, message),
    ApiProperty({ type: String, minLength: min, maxLength: max }),
  );
}

/** A text of at most `max` code points that is not cleaned. */
export function IsVerbatimText(max: number): PropertyDecorator {
  return applyDecorators(IsString(), HasCodePoints(0, max, `must have at most ${max} code points`));
}

/** A text of `min` to `max` code points. `Length` of class-validator does not count variation selectors. */
function HasCodePoints(min: number, max: number, message: string): PropertyDecorator {
  const validate = (value: unknown): boolean => {
    const length = typeof value === 'string' ? countCodePoints(value) : NaN;
    return length >= min && length <= max;
  };
  return ValidateBy({ name: 'isLength', constraints: [min, max], validator: { validate } }, { message });
}

/** A search text: 1 to 512 code points after trimming. */
export function IsSearchText(): PropertyDecorator {
  const message = `must have 1 to ${QUERY_MAX_CHARS} code points after trimming`;
  const validate = (value: unknown): boolean => typeof value === 'string' && isSearchText(value.trim());
  return applyDecorators(
    IsString(),
    ValidateBy({ name: 'isSearchText', validator: { validate } }, { message }),
    ApiProperty({ type: String, minLength: 1, maxLength: QUERY_MAX_CHARS }),
  );
}

function isSearchText(text: string): boolean {
  return text !== '' && countCodePoints(text) <= QUERY_MAX_CHARS;
}
