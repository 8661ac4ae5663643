/** Labels that say who wrote the texts of an answer. */
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Capped, Nested } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';

/**
 * Who wrote a text. `catalog`: the source of the catalog, also where the service puts its words together to a sentence;
 * `user`: the caller or another user; `generated`: a model or a program.
 */
export const TEXT_ORIGINS = ['catalog', 'user', 'generated'] as const;
export type TextOrigin = (typeof TEXT_ORIGINS)[number];

/** Members that one answer labels with the same origin, at most. */
const MEMBERS_MAX = 8;

/**
 * Who wrote the texts of the answer: for each origin, the members whose texts have it, at any depth. Of several such
 * members around a text, the innermost counts. The `origin` of an object is that of its own texts.
 */
export class IntelligenceOrigins implements Partial<Record<TextOrigin, string[]>> {
  /** Members with texts of the catalog, or sentences that the service puts together from its words. */
  @Capped(MEMBERS_MAX)
  @ApiProperty({ required: false })
  catalog?: string[];

  /** Members with texts of users, such as words of the query. */
  @Capped(MEMBERS_MAX)
  @ApiProperty({ required: false })
  user?: string[];

  /** Members with texts of models or programs. */
  @Capped(MEMBERS_MAX)
  @ApiProperty({ required: false })
  generated?: string[];
}

/** Declares the labels of an answer. No level of detail and no budget leaves them out. */
export function LabelsTexts(): PropertyDecorator {
  return applyDecorators(
    Nested(() => IntelligenceOrigins),
    Kept('ids'),
  );
}

/** Declares the origin of the own texts of an object. */
export function IsOrigin(options: { readonly required: boolean } = { required: true }): PropertyDecorator {
  return ApiProperty({ enum: TEXT_ORIGINS, ...options });
}
