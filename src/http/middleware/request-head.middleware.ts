import type { NextFunction, Request, Response } from 'express';
import type { Lifecycle } from '../../common/processes/lifecycle';
import { Problem } from '../../common/problems/problem';
import { discardBody } from '../discard-body';
import { requestIdOf } from './request-id';

/** Maximum length of a request target, in bytes. */
const MAX_TARGET_BYTES = 8192;
const MAX_HEADERS = 200;

/** Default headers of answers to requests that Node's parser accepts. HTML pages replace some of them. */
const RESPONSE_HEADERS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** Sets the default headers of the response, and checks the request line and the headers of the request. */
export function checkRequestHead(lifecycle: Lifecycle) {
  return (request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('X-Request-Id', requestIdOf(request));
    for (const [name, value] of RESPONSE_HEADERS) response.setHeader(name, value);
    if (lifecycle.isStopping) response.setHeader('Connection', 'close');
    if (hasBody(request)) response.once('finish', () => discardBody(request));
    const problem = findHeadProblem(request);
    if (problem !== null) return next(problem);
    request.url = decodeColons(request.url);
    next();
  };
}

function hasBody(request: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

function findHeadProblem(request: Request): Problem | null {
  if (request.url.length > MAX_TARGET_BYTES) return new Problem('uri-too-long');
  // `rawHeaders` contains two elements for each header: its name and its value.
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return new Problem('headers-too-large');
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    return Problem.invalidField('Host', 'must be given as a header');
  }
  if (countHosts(request.rawHeaders) > 1) {
    return Problem.invalidField('Host', 'must be given once');
  }
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return Problem.invalidField('Expect', 'must be absent or 100-continue');
  }
  return null;
}

/** Counts the `Host` headers. If there are several, Node and a proxy can use different ones. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length;
}

/** Decodes percent-encoded colons in the path, because clients may encode the colon in `artifacts:search`. */
function decodeColons(url: string): string {
  if (!url.includes('%3')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.replace(/%3a/gi, ':') + url.slice(path.length);
}
