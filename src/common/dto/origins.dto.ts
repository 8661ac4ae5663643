/** Labels for the writers of the texts in an answer. */
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Capped, Nested } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';

/**
 * Who wrote a text. `catalog`: the source of the catalog; also for sentences that the service builds from catalog text.
 * `user`: the caller or another user. `generated`: a model or a program.
 */
export const TEXT_ORIGINS = ['catalog', 'user', 'generated'] as const;
export type TextOrigin = (typeof TEXT_ORIGINS)[number];

/** Maximum number of members with the same origin in one answer. */
const MEMBERS_MAX = 8;

/**
 * Who wrote the texts of the answer. For each origin, lists the names of the members, at any depth, whose texts have
 * this origin. If listed members are nested, the innermost one applies. A field `origin` of an object applies to the
 * texts of that object.
 */
export class IntelligenceOrigins implements Partial<Record<TextOrigin, string[]>> {
  /** Members with texts of the catalog, or with sentences that the service builds from them. */
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

/** Declares the origins of an answer. Every level of detail and every budget keeps them. */
export function IsOrigins(): PropertyDecorator {
  return applyDecorators(
    Nested(() => IntelligenceOrigins),
    Kept('ids'),
  );
}

/** Declares the origin of the texts of an object. */
export function IsOrigin(options: { readonly required: boolean } = { required: true }): PropertyDecorator {
  return ApiProperty({ enum: TEXT_ORIGINS, ...options });
}
