import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareRounds } from './compare/compare-rounds'
import { fullCampaign } from './flows/campaign'
import { createCredentials } from './flows/credentials'
import { issuanceMisbehaviours, issuanceVariants } from './flows/issuer'
import { createLater } from './flows/later'
import { otherStates } from './flows/other-states'
import { pages } from './flows/pages'
import { rawRequests } from './flows/raw-requests'
import { scoreboard } from './flows/scoreboard'
import { service, whenReady } from './flows/service'
import { presentationMisbehaviourRuns, presentationVariants } from './flows/verifier'
import { createWallet, prepareData } from './flows/wallet'
import { wrongRequests } from './flows/wrong-requests'
import { wordsOfSources } from './normalise/vocabulary'
import { createRecorder } from './record/recorder'

const usage = `npm run round -- --prepare DATA_DIR
npm run round -- --url URL --data DATA_DIR --out DIR [--only PART,PART]
npm run round -- --compare DIR DIR [--differences N]

Records everything that a client sees of a running service, and compares two such records.

  --prepare   registers the wallet's client and a scope in the data directory of a service that starts afterwards
  --url       origin of the service, e.g. http://localhost:3000
  --data      its data directory, with the client of --prepare and the key of the scoreboard API
  --out       where the files go; it must not exist, or be empty
  --only      some of the parts, e.g. --only service,pages
  --compare   prints what differs and ends with 1, or says that nothing does
  --differences  how many differences to print (20)

The service needs a fresh data directory, and these settings, so that no limit gets in the way:
  SESSION_RATE_LIMIT=0 ADDRESS_MIB_PER_DAY=0 DISK_FLOOR_MIB=0 WARM_UP=off
`

const parts = [
  'service',
  'variants',
  'campaign',
  'issuance',
  'presentation',
  'states',
  'wrong',
  'raw',
  'pages',
  // Last, because the start page then shows a random sample of its pipelines.
  'scoreboard',
] as const

const options = {
  prepare: { type: 'string' },
  url: { type: 'string' },
  data: { type: 'string' },
  out: { type: 'string' },
  only: { type: 'string' },
  compare: { type: 'boolean' },
  differences: { type: 'string', default: '20' },
  help: { type: 'boolean' },
} as const

/** Runs the command; returns its exit code: 0, 1 for differences, 2 for invalid arguments. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { prepare, url, data, out, compare, differences } = values
  if (prepare !== undefined) {
    prepareData(prepare)
    return 0
  }
  if (compare === true && positionals.length === 2) {
    const [before = '', after = ''] = positionals
    return compareRounds(before, after, { differencesMax: Number(differences), print: (text) => console.log(text) })
  }
  if (url !== undefined && data !== undefined && out !== undefined) {
    await record({ origin: new URL(url).origin, data, out, only: values.only?.split(',') ?? parts })
    return 0
  }
  console.log(usage)
  return values.help === true ? 0 : 2
}

async function record(asked: { origin: string; data: string; out: string; only: readonly string[] }): Promise<void> {
  const { origin, data, out, only } = asked
  if (existsSync(join(out, 'round.json'))) throw new Error(`${out} holds a round already.`)
  mkdirSync(out, { recursive: true })
  const startedAt = Date.now()
  // npm run sets the working directory to the root of the repository.
  const recorder = createRecorder({ origin, vocabulary: wordsOfSources(process.cwd()), now: startedAt }, out)
  const wallet = await createWallet(data)
  const take = createCredentials(recorder, wallet)
  const later = createLater()
  let campaignId: string | null = null
  const steps: Readonly<Record<(typeof parts)[number], () => Promise<void>>> = {
    service: () => service(recorder),
    variants: async () => {
      await issuanceVariants(recorder, wallet)
      await presentationVariants(recorder, wallet, take)
    },
    campaign: async () => {
      campaignId = await fullCampaign(recorder)
    },
    issuance: () => issuanceMisbehaviours(recorder, wallet, later),
    presentation: () => presentationMisbehaviourRuns(recorder, wallet, take),
    states: () => otherStates(recorder, wallet, take),
    scoreboard: () => scoreboard(recorder, data),
    wrong: () => wrongRequests(recorder),
    raw: () => rawRequests(recorder),
    pages: () => pages(recorder, campaignId),
  }
  await whenReady(recorder)
  for (const part of parts.filter((one) => only.includes(one))) {
    const from = Date.now()
    await steps[part]()
    console.log(`${part}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
  }
  await later.finish()
  recorder.close()
  writeFileSync(join(out, 'round.json'), `${JSON.stringify(recorder.counts())}\n`)
  const { files, exchanges } = recorder.counts()
  console.log(`${files} files, ${exchanges} exchanges, ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
}

process.exitCode = await main()
