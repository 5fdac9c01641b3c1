import { type CommandLine, oneOf, readPem, trustAnchorsOf, UsageError } from '../command-line'
import { WalletStop } from '../errors'
import { createNodeClient } from '../http/node-client'
import { type JsonObject, readJsonObject } from '../json'
import { misbehaviours } from '../misbehaviours/issuer/registry'
import { presentationMisbehaviours } from '../misbehaviours/verifier/registry'
import { trustByCommand } from '../trust/trust-by-command'
import type { TrustSettings } from '../trust/trust-context'
import { knownInCampaign } from '../verifier/known-verifiers'
import { campaignAddress, campaignClient, startCampaign, trustOfCampaign } from './campaign-client'
import { runCampaign } from './run-campaign'

/** Milliseconds to keep retrying while the service is down or restarting. */
const patienceMillis = 120_000

/**
 * Runs the campaign on the command line: the one at an address, or a built-in one, which it starts.
 * @returns the exit code: 0 no rule failed, 1 a rule failed, 3 a session ended without a verdict
 * @throws UsageError
 */
export async function campaignByCommand(line: CommandLine, print: (text: string) => void): Promise<number> {
  const { campaign = '', at, misbehave } = line
  if (misbehave !== undefined && ![...misbehaviours, ...presentationMisbehaviours].some(({ id }) => id === misbehave))
    throw new UsageError(`There is no misbehaviour named ${misbehave}. --list names them all.`)
  if (at !== undefined && !URL.canParse(at)) throw new UsageError('--at is the address of a service.')
  if (at === undefined && (line['auto-approve'] || line.transaction !== undefined))
    throw new UsageError('--auto-approve and --transaction need --at: they start a campaign.')
  const template = transactionIn(line)
  const policy = oneOf('trust-policy', line['trust-policy'], ['warn', 'refuse'] as const)
  // A long poll may take half a minute.
  const http = createNodeClient({ timeoutMillis: 60_000, ...(line.ca === undefined ? {} : { ca: [readPem(line.ca)] }) })
  const options = { http, operatorToken: line['operator-token'], patienceMillis }
  try {
    const url =
      at === undefined
        ? campaignAddress(campaign)
        : await startCampaign(
            new URL(at).origin,
            {
              campaign,
              wallet_policy: policy,
              list_alias: aliasIn(line),
              auto_approve: line['auto-approve'],
              transaction_template: template,
            },
            options,
          )
    const client = campaignClient(url, options)
    const { origin } = new URL(url)
    // A campaign of the test root may have single sessions of the European framework.
    const asked = (await client.trust()) ?? { policy: 'refuse', lists: null }
    const trust =
      ownTrust(line) ?? (await trustOfCampaign({ ...asked, policy: policy ?? asked.policy }, { origin, http }))
    print(`Campaign: ${url.replace('/campaigns/', '/inspect/campaign/')}`)
    const { verdict, counts, pageUrl } = await runCampaign({
      client,
      origin,
      http,
      knows: knownInCampaign(line),
      ...trustAnchorsOf(line),
      trust,
      ...(misbehave === undefined ? {} : { misbehave }),
      onSession: ({ number, preset }, outcome) =>
        print(`${String(number).padStart(3)}  ${preset.padEnd(32)}  ${outcome}`.trimEnd()),
    })
    for (const text of await client.broken()) print(text)
    const stopped = await client.stopped()
    if (stopped !== null) print(stopped)
    print(
      `${counts.passed} of ${counts.steps} sessions passed, ${counts.failed} failed, ${counts.incomplete} without a verdict.`,
    )
    print(`Verdict: ${words[verdict] ?? verdict}, ${pageUrl}`)
    return verdict === 'pass' ? 0 : verdict === 'fail' ? 1 : 3
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    throw new UsageError(`${error.message}.`)
  }
}

const words: Readonly<Record<string, string>> = { pass: 'passed', fail: 'failed', incomplete: 'incomplete' }

const trustOptions = ['trust-lists', 'list-operator', 'access-ca', 'registrar-ca', 'provider-ca'] as const

/** The trust settings of the command line; undefined if there are none. */
const ownTrust = (line: CommandLine): TrustSettings | undefined =>
  trustOptions.some((name) => line[name] !== undefined) ? trustByCommand(line, null).trust : undefined

/** The transaction to start a campaign with; undefined if there is none. */
function transactionIn({ transaction: file }: CommandLine): JsonObject | undefined {
  if (file === undefined) return undefined
  const read = readJsonObject(readPem(file))
  if (read === null) throw new UsageError(`The file ${file} holds no JSON object.`)
  return read
}

/** The alias in the wallet's list address, so that the campaign serves its lists there. */
const aliasIn = (line: CommandLine): string | undefined =>
  /\/trust\/a\/([a-z0-9]{16,32})\/lists\/?$/.exec(line['trust-lists'] ?? '')?.[1]
