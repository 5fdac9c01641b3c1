import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeRun, describeStep } from './command-output'
import { createNodeClient } from './http/node-client'
import { type IssuanceOptions, runIssuance } from './issuance/run-issuance'
import type { WalletProfile } from './issuance/settings'
import { protocolOf } from './link'
import { misbehaviours } from './misbehaviours/issuance/registry'

/** Where the command writes to, line by line. */
export interface CommandOutput {
  print: (line: string) => void
  complain: (line: string) => void
}

/** What the command was called with and cannot understand. */
class UsageError extends Error {}

const usage = `Usage: npm run wallet -- "<deeplink>" [options]

Takes a credential offer, fetches the credential and verifies it.

  --misbehave <id>            break one rule on purpose; --list names them all
  --list                      list the misbehaviours
  --tx-code <code>            the transaction code, when the offer asks for one
  --proof <type>              jwt or attestation (by default what the issuer offers, jwt first)
  --key-reference <kind>      jwk, kid (its index), thumbprint or x5c: how the jwt proof names its key (jwk)
  --attest <when>             always, never or auto: whether keys are attested (auto)
  --attested-keys <n>         how many keys a key attestation lists (1)
  --encrypt                   encrypt credential request and answer where the issuer offers it
  --client-id <id>            send a client_id (none by default)
  --ca <file>                 trust this certificate authority for https (PEM)
  --trust-anchor <file>       trust credentials that chain to this root (PEM)
  --help                      print this text

Ends with 0 when the credential is stored, 1 when not, 2 when the call was not understood.`

/**
 * The wallet as a command: prints one line for each step, then the outcome, and no secret in full.
 *
 * @param argv - the arguments after the program's name
 * @returns the exit code: 0 stored, 1 not stored, 2 not understood
 */
export async function runCommand(argv: string[], { print, complain }: CommandOutput): Promise<number> {
  try {
    const values = read(argv)
    if (values.help === true) {
      print(usage)
      return 0
    }
    if (values.list === true) {
      for (const { id, title } of misbehaviours) print(`${id}  ${title}`)
      return 0
    }
    const run = await runIssuance({ ...optionsFrom(values), onStep: (step) => print(describeStep(step)) })
    for (const line of describeRun(run)) print(line)
    return run.outcome === 'credential_stored' ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(error.message)
    complain('Call it with --help to see what it understands.')
    return 2
  }
}

type Values = ReturnType<typeof read>

function read(argv: string[]) {
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
        encrypt: flag,
        'tx-code': text,
        proof: text,
        'key-reference': text,
        attest: text,
        'attested-keys': text,
        'client-id': text,
        ca: text,
        'trust-anchor': text,
      },
    })
    return { ...values, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments were not understood.')
  }
}

function optionsFrom(values: Values): IssuanceOptions {
  const [deeplink, ...more] = values.positionals
  if (deeplink === undefined) throw new UsageError('The credential offer link is missing.')
  if (more.length > 0) throw new UsageError('One link at a time, in quotation marks.')
  if (protocolOf(deeplink) === 'presentation') throw new UsageError('This wallet takes credential offers only, so far.')
  const { misbehave } = values
  if (misbehave !== undefined && !misbehaviours.some(({ id }) => id === misbehave)) {
    throw new UsageError(`There is no misbehaviour named ${misbehave}. --list names them all.`)
  }
  return {
    deeplink,
    profile: profileFrom(values),
    ...(misbehave === undefined ? {} : { misbehave }),
    ...(values['tx-code'] === undefined ? {} : { txCode: values['tx-code'] }),
    ...(values.ca === undefined ? {} : { http: createNodeClient({ ca: [readPem(values.ca)] }) }),
    ...(values['trust-anchor'] === undefined ? {} : { trustAnchors: [readPem(values['trust-anchor'])] }),
  }
}

function profileFrom(values: Values): Partial<WalletProfile> {
  const proof = oneOf('proof', values.proof, ['jwt', 'attestation'] as const)
  const keyReference = oneOf('key-reference', values['key-reference'], ['jwk', 'kid', 'thumbprint', 'x5c'] as const)
  const attest = oneOf('attest', values.attest, ['always', 'never', 'auto'] as const)
  const keys = values['attested-keys']
  if (keys !== undefined && !/^[1-9][0-9]?$/.test(keys))
    throw new UsageError('--attested-keys is a number from 1 to 99.')
  return {
    ...(proof === undefined ? {} : { proof }),
    ...(keyReference === undefined ? {} : { keyReference }),
    ...(attest === undefined ? {} : { attest }),
    ...(keys === undefined ? {} : { attestedKeys: Number(keys) }),
    ...(values.encrypt === undefined ? {} : { encrypt: values.encrypt }),
    ...(values['client-id'] === undefined ? {} : { clientId: values['client-id'] }),
  }
}

function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new UsageError(`--${name} is one of ${choices.join(', ')}.`)
  return found
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`)
  }
}
