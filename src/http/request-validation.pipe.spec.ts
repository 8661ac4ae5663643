import { Type } from 'class-transformer';
import { IsArray, IsIn, IsString, MaxLength, ValidateNested } from 'class-validator';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import { Problem } from '../common/problem';
import { RequestValidationPipe } from './request-validation.pipe';

class Source {
  @IsString()
  media_id: string;
}

class Request extends BoundedRequest {
  @IsAbsentOr()
  @IsString()
  @MaxLength(5)
  query?: string;

  @IsAbsentOr()
  @IsIn(['a', 'b'], { each: true })
  kinds?: string[];

  @IsAbsentOr()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Source)
  sources?: Source[];
}

const pipe = new RequestValidationPipe();
const validate = (body: unknown): Promise<unknown> => pipe.transform(body, { type: 'body', metatype: Request });

async function refusalOf(body: unknown): Promise<Problem> {
  const error: unknown = await validate(body).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw new Error('The body was taken.');
}

describe('RequestValidationPipe', () => {
  it('takes what the class describes', async () => {
    const body = {
      query: 'x',
      kinds: ['a'],
      sources: [{ media_id: 'm' }],
      caps: { facet_limit: 0 },
      pagination: { limit: 1e9 },
    };
    await expect(validate(body)).resolves.toMatchObject(body);
    await expect(validate({})).resolves.toBeInstanceOf(Request);
  });

  it.each<[unknown, string, RegExp]>([
    [{ nope: 1 }, 'nope', /^is not a known field$/],
    [{ Query: 'x' }, 'Query', /^is not a known field$/],
    [{ caps: { nope: 1 } }, 'caps.nope', /^is not a known field$/],
    [{ query: null }, 'query', /^must be/],
    [{ query: 'secret-value' }, 'query', /^must be shorter than or equal to 5 characters$/],
    [{ kinds: ['c'] }, 'kinds', /^each value must be one of/],
    [{ sources: [{ media_id: 'm' }, { media_id: 5 }] }, 'sources[1].media_id', /^must be a string$/],
    [{ sources: {} }, 'sources', /must be/],
    [{ sources: ['x'] }, 'sources', /must be|sources/],
    [{ caps: [] }, 'caps', /^must be an object$/],
    [{ caps: [{}] }, 'caps', /^must be an object$/],
    [{ caps: 'x' }, 'caps', /^must be an object$/],
    [{ caps: null }, 'caps', /must be an object/],
    [{ pagination: { limit: '5' } }, 'pagination.limit', /^must be an integer/],
    ...[1.5, true, null, [], {}, '', 2 ** 53, 1e300].map((limit): [unknown, string, RegExp] => [
      { pagination: { limit } },
      'pagination.limit',
      /^must/,
    ]),
  ])('refuses %j, naming %s', async (body, field, message) => {
    const problem = await refusalOf(body);
    expect(problem.code).toBe('invalid-request');
    expect(problem.errors?.map((error) => error.field.replace(/\[0\]$/, ''))).toContain(field);
    expect(problem.errors?.[0]?.message).toMatch(message);
    expect(JSON.stringify(problem.errors)).not.toContain('secret-value');
  });

  it('names at most twenty fields, shortened', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${'x'.repeat(300)}${index}`, 1]));
    const problem = await refusalOf(body);
    expect(problem.errors).toHaveLength(20);
    expect(problem.errors?.[0]?.field).toHaveLength(128);
  });
});
