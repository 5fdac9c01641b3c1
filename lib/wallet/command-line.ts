import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Refusal } from './errors'
import type { StepReport, WalletExchange } from './run-log'

/** Prints one line. */
export interface CommandOutput {
  print: (line: string) => void
  complain: (line: string) => void
}

/** The arguments could not be understood. */
export class UsageError extends Error {}

/** The session cannot show the requested misbehaviour, or did not; the message says which session can. */
export class UnfitSession extends Error {
  constructor(
    message: string,
    readonly outcome: 'Stopped by the wallet' | 'Nothing was done wrong' = 'Stopped by the wallet',
  ) {
    super(message)
  }
}

/** The service behind the link gives no verdict; the message says why. */
export class NoVerdict extends Error {}

/** The parsed command line. */
export type CommandLine = ReturnType<typeof readCommandLine>

/**
 * Parses the arguments.
 *
 * @throws UsageError for an argument that no protocol has
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
        'auto-approve': flag,
        transaction: text,

        encrypt: flag,
        'signed-metadata': flag,
        'authorization-details': flag,
        'tx-code': text,
        proof: text,
        'key-reference': text,
        attest: text,
        'attestation-draft': text,
        'attested-keys': text,
        curve: text,
        batch: text,
        reissue: flag,
        'client-id': text,
        save: text,

        credential: text,
        format: text,
        foreign: flag,
        deny: flag,
        haip: flag,
        'fetch-by-get': flag,
        'wallet-metadata': text,
        'dc-protocol': text,
        'payment-factors': text,
        'trust-attestation-issuer': text,
        'registered-verifier': text,

        'trust-lists': text,
        'list-operator': text,
        'trust-policy': text,
        'trust-state': text,
        'access-ca': text,
        'registrar-ca': text,
        'provider-ca': text,
        'registered-only': flag,
      },
    })
    return { ...values, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments were not understood.')
  }
}

/**
 * The value, if it is one of the choices.
 *
 * @throws UsageError when it is not
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
 * All certificates of a file.
 *
 * @throws UsageError when it holds none, or cannot be read
 */
export function certificatesIn(file: string): X509Certificate[] {
  const blocks = readPem(file).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (blocks.length > 0) return blocks.map((pem) => new X509Certificate(pem))
  } catch {
    // Reported below.
  }
  throw new UsageError(`The file ${file} holds no certificate in PEM.`)
}

/** The roots that the wallet trusts without evaluating trust, as PEM. @throws UsageError */
export function trustAnchorsOf({ 'trust-anchor': file }: CommandLine): { trustAnchors?: string[] } {
  return file === undefined ? {} : { trustAnchors: certificatesIn(file).map(String) }
}

/**
 * The requested misbehaviour, if any.
 *
 * @throws UsageError when the protocol of the link has none of that name
 */
export function misbehaviourOf({ misbehave }: CommandLine, known: readonly { id: string }[]): { misbehave?: string } {
  if (misbehave === undefined) return {}
  if (!known.some(({ id }) => id === misbehave))
    throw new UsageError(`There is no misbehaviour named ${misbehave}. --list names them all.`)
  return { misbehave }
}

/** One line for a request: method, path, status, and what the wallet learned. */
export function describeStep({ method, path, status, misbehaved, learned }: StepReport): string {
  const mark = misbehaved ? '!' : ' '
  const place = path.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22,}/gi, '$1…')
  return `${mark} ${method.padEnd(4)} ${place.padEnd(64)} ${status ?? '---'}  ${learned}`.trimEnd()
}

/** Explains the marks; empty if none were used. */
export function describeMarks(log: readonly WalletExchange[]): string[] {
  return log.some(({ misbehaved }) => misbehaved) ? ['! marks what the wallet did wrong on purpose.'] : []
}

/** Describes how the other side refused. */
export function describeRefusal(by: 'issuer' | 'verifier', refusal: Refusal | null): string[] {
  return [
    `Refused by the ${by}: ${refusal?.status} ${refusal?.error ?? 'without an error code'}`,
    ...(refusal?.error_description ? [`  ${refusal.error_description}`] : []),
    ...(refusal?.error_uri ? [`  ${refusal.error_uri}`] : []),
  ]
}
