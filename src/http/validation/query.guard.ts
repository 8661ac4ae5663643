import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request } from 'express';
import { Problem } from '../../common/problems/problem';
import { MAX_FIELD_ERRORS, toFieldName } from './request-shape';

const QUERY_ARGUMENT = new RegExp(`^${RouteParamtypes.QUERY}:`);

/**
 * Refuses query parameters on routes that take none. Otherwise, a deletion with `dry_run=true` would ignore the
 * parameter and delete. A route with parameters has a class for them, and the validation refuses unknown ones. Probes
 * and the MCP endpoint ignore parameters, because monitoring and proxies may add some.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.originalUrl.includes('?') || !request.path.startsWith('/api/')) return true;
    if (takesQuery(context.getClass(), context.getHandler().name)) return true;
    const names = Object.keys(request.query).slice(0, MAX_FIELD_ERRORS);
    if (names.length === 0) return true;
    throw Problem.invalidRequest(names.map((name) => ({ field: toFieldName(name), message: 'is not a known field' })));
  }
}

/** Whether a handler has an argument with the decorator `@Query`. */
function takesQuery(controller: object, method: string): boolean {
  const handlerArguments = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return Object.keys(handlerArguments).some((key) => QUERY_ARGUMENT.test(key));
}
