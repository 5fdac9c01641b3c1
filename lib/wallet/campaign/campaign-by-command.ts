import { type CommandLine, readPem, UsageError } from '../command-line'
import { WalletStop } from '../errors'
import { createNodeClient } from '../http/node-client'
import { misbehaviours } from '../misbehaviours/issuer/registry'
import { presentationMisbehaviours } from '../misbehaviours/verifier/registry'
import { campaignAddress, campaignClient, startCampaign } from './campaign-client'
import { runCampaign } from './run-campaign'

/** Milliseconds to keep retrying while the service is down or restarting. */
const patienceMillis = 120_000

/**
 * Runs the campaign that the command line names: the one at an address, or a built-in one, which it starts.
 *
 * @returns the exit code: 0 no rule failed, 1 a rule failed, 3 a session ended without a verdict
 * @throws UsageError
 */
export async function campaignByCommand(line: CommandLine, print: (text: string) => void): Promise<number> {
  const { campaign = '', at, misbehave } = line
  if (misbehave !== undefined && ![...misbehaviours, ...presentationMisbehaviours].some(({ id }) => id === misbehave))
    throw new UsageError(`There is no misbehaviour named ${misbehave}. --list names them all.`)
  if (at !== undefined && !URL.canParse(at)) throw new UsageError('--at is the address of a service.')
  // A long poll may take half a minute.
  const http = createNodeClient({ timeoutMillis: 60_000, ...(line.ca === undefined ? {} : { ca: [readPem(line.ca)] }) })
  const options = { http, operatorToken: line['operator-token'], patienceMillis }
  try {
    const url =
      at === undefined ? campaignAddress(campaign) : await startCampaign(new URL(at).origin, campaign, options)
    const client = campaignClient(url, options)
    print(`Campaign: ${url.replace('/campaigns/', '/inspect/campaign/')}`)
    const { verdict, counts, pageUrl } = await runCampaign({
      client,
      origin: new URL(url).origin,
      http,
      ...(misbehave === undefined ? {} : { misbehave }),
      onSession: ({ number, preset }, outcome) =>
        print(`${String(number).padStart(3)}  ${preset.padEnd(32)}  ${outcome}`.trimEnd()),
    })
    for (const text of await client.broken()) print(text)
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
