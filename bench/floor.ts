import { Controller, Get, Module, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** The floor of the same server: guards, interceptors and a body of the asked size, without any database work. */
@ApiExcludeController()
@Controller('bench')
class FloorController {
  private readonly bodies = new Map<number, { rows: { text: string }[] }>();

  @Get('floor')
  getFloor(@Query('bytes') bytes: string): object {
    const rows = Math.min(50, Math.max(1, Math.round(Number(bytes) / 500)));
    const body = this.bodies.get(rows) ?? { rows: Array.from({ length: rows }, () => ({ text: 'x'.repeat(487) })) };
    this.bodies.set(rows, body);
    return body;
  }
}

/** Added to the application by the benchmark's server alone. */
@Module({ controllers: [FloorController] })
export class FloorModule {}
