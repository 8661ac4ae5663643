import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../common/problems/problem';

/** One media range of an `Accept` header: type, subtype, and whether it asks for the type or excludes it (q=0). */
const MEDIA_RANGE = /^\s*([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)\s*(?:;(.*))?$/;
const JSON_SUBTYPES: ReadonlySet<string> = new Set(['json', 'problem+json']);

/** Refuses requests to the API that do not accept JSON. */
export function requireJsonAccepted(request: Request, _response: Response, next: NextFunction): void {
  const { accept } = request.headers;
  next(accept === undefined || acceptsJson(accept) ? undefined : new Problem('not-acceptable'));
}

/** RFC 9110, section 12.5.1: the most specific range decides. A header without any valid range is ignored. */
export function acceptsJson(accept: string): boolean {
  const ranges = accept.split(',').flatMap((range) => parseRange(range));
  const decisive = Math.max(...ranges.map(({ precision }) => precision));
  if (ranges.length === 0) return true;
  return ranges.some(({ precision, wanted }) => precision === decisive && precision > 0 && wanted);
}

/** Precision: 3 for JSON by name, 2 for all of `application`, 1 for everything, 0 for other types. */
function parseRange(range: string): { precision: number; wanted: boolean }[] {
  const match = MEDIA_RANGE.exec(range.toLowerCase());
  if (!match) return [];
  const [, type, subtype = '', parameters = ''] = match;
  const wanted = !/(?:^|;)\s*q\s*=\s*0(?:\.0{0,3})?\s*(?:;|$)/.test(parameters);
  if (type === '*' && subtype === '*') return [{ precision: 1, wanted }];
  if (type !== 'application') return [{ precision: 0, wanted }];
  if (subtype === '*') return [{ precision: 2, wanted }];
  return [{ precision: JSON_SUBTYPES.has(subtype) ? 3 : 0, wanted }];
}
