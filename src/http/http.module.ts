import { Module } from '@nestjs/common';
import { BoundingInterceptor } from '../common/response-bounds/bounding.interceptor';
import { JsonBodyInterceptor } from './body/json-body.interceptor';

/** The parts of the HTTP layer that need injection; `configureApp` puts them to work. */
@Module({ providers: [JsonBodyInterceptor, BoundingInterceptor], exports: [JsonBodyInterceptor, BoundingInterceptor] })
export class HttpModule {}
