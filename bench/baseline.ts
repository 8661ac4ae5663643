import { Controller, Get, Module, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/**
 * The baseline route, with which all routes are compared. It has the same guards and interceptors. Its handler returns
 * a body of about the requested size, at most 25 KB, and makes no database queries.
 */
@ApiExcludeController()
@Controller('bench')
class BaselineController {
  private readonly bodies = new Map<number, { rows: { text: string }[] }>();

  @Get('baseline')
  getBaseline(@Query('bytes') bytes: string): object {
    const count = Math.min(50, Math.max(1, Math.round(Number(bytes) / 500)));
    const body = this.bodies.get(count) ?? { rows: Array.from({ length: count }, () => ({ text: 'x'.repeat(487) })) };
    this.bodies.set(count, body);
    return body;
  }
}

/** Module of the baseline route. Only the server of the benchmark contains it. */
@Module({ controllers: [BaselineController] })
export class BaselineModule {}
