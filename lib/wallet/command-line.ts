import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Where the command writes to, line by line. */
export interface CommandOutput {
  print: (line: string) => void
  complain: (line: string) => void
}

/** What the command was called with and cannot understand. */
export class UsageError extends Error {}

/** The session of the link cannot show the fault that the wallet was to show; the message says which one can. */
export class UnfitSession extends Error {}

/** The arguments after the program's name, taken apart. */
export type CommandLine = ReturnType<typeof readCommandLine>

/**
 * Takes the arguments apart.
 *
 * @throws UsageError when there is one that no protocol knows
 */
export function readCommandLine(argv: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        misbehave: text,
        list: flag,
        help: flag,
        ca: text,
        'trust-anchor': text,
        'wait-verdict': flag,
        'fail-on': text,
        timeout: text,
        'operator-token': text,
        campaign: text,
        at: text,

        encrypt: flag,
        'tx-code': text,
        proof: text,
        'key-reference': text,
        attest: text,
        'attested-keys': text,
        'client-id': text,
        save: text,

        credential: text,
        format: text,
        foreign: flag,
        deny: flag,
        'fetch-by-get': flag,
        'wallet-metadata': text,
      },
    })
    return { ...values, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments were not understood.')
  }
}

/**
 * The value as one of the choices.
 *
 * @throws UsageError when it is another
 */
export function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new UsageError(`--${name} is one of ${choices.join(', ')}.`)
  return found
}

/**
 * The content of a file.
 *
 * @throws UsageError when it cannot be read
 */
export function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`)
  }
}

/**
 * The misbehaviour that was asked for, if any.
 *
 * @throws UsageError when the protocol of the link has none of that name
 */
export function misbehaviourOf({ misbehave }: CommandLine, known: readonly { id: string }[]): { misbehave?: string } {
  if (misbehave === undefined) return {}
  if (!known.some(({ id }) => id === misbehave))
    throw new UsageError(`There is no misbehaviour named ${misbehave}. --list names them all.`)
  return { misbehave }
}
