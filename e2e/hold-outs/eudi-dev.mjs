import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requireNode, runCommand, Stop, say } from '../../scripts/terminal.mjs'
import { carry, serveWallet } from './eudi-dev/browser-wallet.mjs'
import { findWallet } from './eudi-dev/find-wallet.mjs'
import { ask, prepareWallet } from './eudi-dev/link-wallet.mjs'
import { browserRequests, requests } from './eudi-dev/requests.mjs'
import { startService } from './eudi-dev/service.mjs'

const usage = `npm run holdout:eudi-dev [-- OPTIONS]

Lets the wallet of eudi-dev 3 trust this service, and asks it for a credential: once with all right, and with each thing wrong that
it should refuse in its strict mode. Then it plays a browser between both: each protocol of OpenID4VP of the Digital Credentials API, in
both formats, plain and encrypted, and what another site repeats; for these alone an older version does. It is no part of npm test, for no package registry has that wallet: install it first.

  --url URL     a service that runs; without it one is started in a temporary data directory
  --eudi PATH   the program of the wallet; without it eudi, then eudi-dev, as the shell finds them
  --trust HOW   lists: it takes our signed lists (default); certificates: it takes our two authorities
  --tls-ca FILE authority of the https of URL, in PEM
  --only ID     one of the requests
  --channel ONE url: by links alone; dc_api: as a browser alone
  --verbose     what the wallet says, also where it does as it should

Ends with 0 if the wallet did as it should, with 1 if not, and with 77 if nothing was tried, as that wallet is not here.
`

/** Exit code by which test drivers recognize a run that could not be tried. */
const notTried = 77

await runCommand(async () => {
  requireNode(process.versions.node)
  const values = readOptions()
  if (values.help) {
    say(usage)
    return 0
  }
  if (values.trust !== 'lists' && values.trust !== 'certificates')
    throw new Stop('--trust is lists or certificates; see --help.')
  if (values.channel !== undefined && values.channel !== 'url' && values.channel !== 'dc_api')
    throw new Stop('--channel is url or dc_api; see --help.')
  const isAsked = (/** @type {{ id: string }} */ { id }) => values.only === undefined || id === values.only
  const byLink = values.channel === 'dc_api' ? [] : requests.filter(isAsked)
  const byBrowser = values.channel === 'url' ? [] : browserRequests.filter(isAsked)
  if (byLink.length + byBrowser.length === 0)
    throw new Stop(`--only is one of: ${[...requests, ...browserRequests].map(({ id }) => id).join(' · ')}.`)
  const program = await findWallet(values.eudi === undefined ? ['eudi', 'eudi-dev'] : [values.eudi])
  if (typeof program === 'string') {
    say(program)
    return notTried
  }
  if (!program.knowsTrust && byLink.length > 0)
    say(`No link was tried: ${program.path} has no "wallet accept --arf", which eudi-dev has since version 3.`)
  const links = program.knowsTrust ? byLink : []
  if (links.length + byBrowser.length === 0) return notTried
  const directory = mkdtempSync(join(tmpdir(), 'eudi-dev-'))
  const service = values.url === undefined ? await startService(directory) : null
  try {
    const url = (service?.url ?? values.url ?? '').replace(/\/$/, '')
    let wrong = 0
    const report = (
      /** @type {string} */ id,
      /** @type {string} */ expected,
      /** @type {import('./eudi-dev/link-wallet.mjs').Did} */ { did, said },
    ) => {
      const isRight = did === expected
      if (!isRight) wrong++
      say(`${isRight ? 'as it should' : 'NOT as it should'}: ${id}: expected ${expected}, was ${did}`)
      if (!isRight || values.verbose) say(said.replace(/^/gm, '    '))
    }
    if (links.length > 0) {
      const options = { program: program.path, directory, url, how: values.trust, tlsCa: values['tls-ca'] }
      const wallet = await prepareWallet(options)
      for (const { id, body, expected } of links) report(id, expected, await ask(wallet, url, body))
    }
    if (byBrowser.length > 0) {
      const wallet = await serveWallet(program.path, directory)
      try {
        for (const { id, body, expected, site } of byBrowser) report(id, expected, await carry(wallet, url, body, site))
      } finally {
        await wallet.end()
      }
    }
    const tried = links.length + byBrowser.length
    say(`${tried - wrong} of ${tried} requests ended as they should.`)
    return wrong === 0 ? 0 : 1
  } finally {
    await service?.end()
    rmSync(directory, { recursive: true, force: true })
  }
})

/** @throws {Stop} for an unknown option */
function readOptions() {
  try {
    return parseArgs({
      options: {
        url: { type: 'string' },
        eudi: { type: 'string' },
        trust: { type: 'string', default: 'lists' },
        'tls-ca': { type: 'string' },
        only: { type: 'string' },
        channel: { type: 'string' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw error instanceof TypeError ? new Stop(`${error.message.split('.')[0]}; see --help.`) : error
  }
}
