import { z } from 'zod'
import { toDateColumn } from '@/lib/core/shared/ports/filter'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'

/**
 * How values of one type are stored. Plain columns are bound as strings, which SQLite converts to the column's type;
 * JSON columns are bound as JSON text. `schema` reads what PocketBase returns for either.
 */
export interface Codec<Value> {
  readonly type: 'plain' | 'json'
  readonly schema: z.ZodType<Value>
  readonly write: (value: Value) => unknown
}

/** One column of a table of `Row`s. `Member` names the members of the row that reading it restores. */
export interface Column<Row, Member extends PropertyKey = never> {
  readonly type: 'plain' | 'json'
  /** Of a table with several kinds of rows, the only kind that uses the column; the others store an empty value. */
  readonly kind?: string | undefined
  readonly to: (row: Row, seq: number) => unknown
  /** Absent for a column that is never read back, such as one that only serves a lookup or an order. */
  readonly read?: { readonly schema: z.ZodType; from(stored: unknown, before: object): object }
  /** Exists only as a type. */
  readonly members?: Member
}

type Part<Row, Name extends keyof Row> = { readonly [Key in Name]?: Row[Key] }

/**
 * Makes the columns of a table. With a kind, they are those that only rows of that kind use, in a table whose rows tell
 * their kind.
 */
export function columnsOf<Row extends Table, Table extends object = Row>(kind?: string) {
  const isOfKind = (row: Table): row is Row => kind === undefined || ('kind' in row && row.kind === kind)
  const column = <Member extends keyof Row>(
    type: Codec<unknown>['type'],
    to: (row: Row, seq: number) => unknown,
    read?: Column<Table>['read'],
  ): Column<Table, Member> => ({
    type,
    kind,
    to: (row, seq) => (isOfKind(row) ? to(row, seq) : type === 'json' ? null : ''),
    ...(read === undefined ? {} : { read }),
  })
  return {
    /** Stores one member. */
    member: <Name extends keyof Row>(name: Name, { type, schema, write }: Codec<Row[Name]>) =>
      column<Name>(type, (row) => write(row[name]), { schema, from: (stored) => ({ [name]: stored }) }),

    /** Stores a member that may be absent: as `null` or an empty text, both of which are read as absent. */
    optional: <Name extends keyof Row>(name: Name, { type, schema, write }: Codec<NonNullable<Row[Name]> | null>) =>
      column<Name>(type, (row) => write(row[name] ?? null), {
        schema,
        from: (stored) => (stored === null ? {} : { [name]: stored }),
      }),

    /**
     * Stores what `to` makes of a row. `from` restores members from it; `before` holds what the columns before this one
     * restored.
     */
    derived: <Name extends keyof Row, Stored>(
      { type, schema, write }: Codec<Stored>,
      {
        to,
        from,
      }: {
        readonly to: (row: Row) => Stored
        readonly from: (stored: Stored, before: Partial<Row>) => Part<Row, Name>
      },
    ) =>
      column<Name>(type, (row) => write(to(row)), {
        schema,
        from: (stored, before) => from(stored as Stored, before),
      }),

    /** A plain column that is never read back. */
    writeOnly: (to: (row: Row, seq: number) => unknown) => column<never>('plain', to),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a table of any rows.
export type Columns = Readonly<Record<string, Column<any, any>>>

type MemberOf<Table extends Columns> = { [Name in keyof Table]: NonNullable<Table[Name]['members']> }[keyof Table]

/**
 * The schema of a record: parses it into the row that was stored. Does not compile unless the columns restore every
 * member of the row but those in `Unstored`. With a kind, reads rows of that kind alone.
 */
export const recordSchema =
  <Row, Unstored extends keyof Row = never>() =>
  <Table extends Columns>(
    columns: Exclude<keyof Row, MemberOf<Table> | Unstored> extends never ? Table : never,
    kind?: Row extends { readonly kind: infer Kind extends string } ? Kind : never,
  ) => {
    const readers = Object.entries<Columns[string]>(columns as Columns).flatMap(([name, { read, kind: only }]) =>
      read === undefined || (only !== undefined && only !== kind) ? [] : [{ name, ...read }],
    )
    const shape = {
      ...Object.fromEntries(readers.map(({ name, schema }) => [name, schema])),
      ...(kind === undefined ? {} : { kind: z.literal(kind) }),
    } as Record<string, z.ZodType> & { kind: z.ZodLiteral<string> }
    return z.object(shape).transform((record): Row => {
      const row = {}
      for (const { name, from } of readers) Object.assign(row, from(record[name], row))
      return row as Row
    })
  }

const same = <Value>(value: Value): Value => value

/** A text. The type is trusted: whatever is stored was written from it. */
export const text = <Text extends string>(): Codec<Text> => ({
  type: 'plain',
  schema: z.string().transform((stored) => stored as Text),
  write: same,
})

/** A text, or `null`, which is stored as an empty text. */
export const nullableText = <Text extends string>(): Codec<Text | null> => ({
  type: 'plain',
  schema: z.string().transform((stored) => (stored === '' ? null : (stored as Text))),
  write: (value) => value ?? '',
})

/** One of these texts; any other is refused. */
export const choice = <const Choice extends string>(choices: readonly Choice[]): Codec<Choice> => ({
  type: 'plain',
  schema: z.enum(choices),
  write: same,
})

export const number: Codec<number> = { type: 'plain', schema: z.number(), write: same }

/** A number, or `null`, which is stored as 0. */
export const numberUnlessZero: Codec<number | null> = {
  type: 'plain',
  schema: z.number().transform((stored) => (stored === 0 ? null : stored)),
  write: (value) => value ?? 0,
}

/** SQLite converts the string to a number in this column. */
export const flag: Codec<boolean> = { type: 'plain', schema: z.boolean(), write: (value) => (value ? '1' : '0') }

/** An instant in PocketBase's format, as in JSON columns too. */
export const zInstant = z.string().transform((stored, context): EpochMillis => {
  const millis = Date.parse(stored.replace(' ', 'T'))
  if (Number.isNaN(millis)) context.addIssue({ code: 'custom', message: 'no instant' })
  return epochMillis(millis)
})

export const instant: Codec<EpochMillis> = { type: 'plain', schema: zInstant, write: toDateColumn }

/** An instant, or `null`, which is stored as an empty text. */
export const nullableInstant: Codec<EpochMillis | null> = {
  type: 'plain',
  schema: z.union([z.literal('').transform(() => null), zInstant]),
  write: (value) => (value === null ? '' : toDateColumn(value)),
}

/** JSON whose content is trusted, because only this program writes it, from a typed value. */
export const trusted = <Value>() => z.custom<Value>((stored) => stored !== undefined)

/** A JSON column. Without a schema its content is trusted. */
export const json = <Value>(
  schema: z.ZodType<Value> = trusted<Value>(),
  write: (value: Value) => unknown = same,
): Codec<Value> => ({ type: 'json', schema, write })

/** A JSON column with `null` for no value. Reads a missing column as `null` too. */
export const nullableJson = <Value>(
  schema: z.ZodType<Value> = trusted<Value>(),
  write: (value: Value) => unknown = same,
): Codec<Value | null> => ({
  type: 'json',
  schema: schema.nullish().transform((stored) => stored ?? null),
  write: (value) => (value === null ? null : write(value)),
})

/** Reads a column as `value` where it is missing: in a store that another version has migrated down, or in older rows. */
export const missingAs = <Value>(value: Value, codec: Codec<Value>): Codec<Value> => ({
  ...codec,
  schema: codec.schema.default(value as Exclude<Value, undefined>),
})
