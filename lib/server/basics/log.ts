import { pino } from 'pino'
import { withoutMade } from '@/lib/core/engine/endpoints/entered-text'
import { shorten } from '@/lib/core/engine/redaction/values/bound-json'
import { redactLine } from '@/lib/core/issuer-and-verifier-redaction'
import type { MadeIn } from '@/lib/core/shared/ports/made-in'

export type Log = Pick<ReturnType<typeof pino>, 'info' | 'warn' | 'error' | 'debug'>

/** Temporal's id of a run that a schedule of ours has started. Redaction would take it for a token. */
const scheduledRun = /^(?:pipeline-[a-z0-9]{15}|aggregate-scoreboard)-scheduled-\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/** Characters of one text of an entry, and of what else is printed at once: as long a text as evidence has. */
export const logTextMax = 16 * 1024

/**
 * The server's log: one JSON or readable line per entry. Every text passes redaction, so no token gets in. `madeIn` finds what this
 * service made and still takes, in processes that make such values.
 */
export function createLog({
  level,
  format,
  madeIn = () => [],
}: {
  readonly level: string
  readonly format: 'pretty' | 'json'
  readonly madeIn?: MadeIn
}): Log {
  const redact = (value: unknown): unknown =>
    typeof value === 'string' && !scheduledRun.test(value)
      ? redactLine(withoutMade(shorten(value, logTextMax), { madeIn }))
      : value
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, method) {
          method.apply(
            this,
            args.map((arg) => (isRecord(arg) ? mapValues(arg, redact) : redact(arg))) as Parameters<typeof method>,
          )
        },
      },
    },
    format === 'json' ? undefined : { write: (line: string) => process.stdout.write(readable(line)) },
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const mapValues = (value: Record<string, unknown>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]))

function readable(line: string): string {
  const { time, level, msg, ...rest } = JSON.parse(line)
  const details = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return `${String(time).slice(11, 19)} ${pino.levels.labels[level] ?? level} ${[msg, ...details].join(' ')}\n`
}
