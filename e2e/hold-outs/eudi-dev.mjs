import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endChild, lineTail, runToEnd, spawnGroup } from '../../scripts/processes.mjs'
import { ROOT } from '../../scripts/root.mjs'
import { runningService } from '../../scripts/run-file.mjs'
import { requireNode, runCommand, Stop, say } from '../../scripts/terminal.mjs'

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

/** The exit code by which drivers of tests know one that was not tried. */
const notTried = 77

const query = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }, { path: ['given_name'] }],
    },
  ],
}
const person = { family_name: 'Hold-out', given_name: 'Test', birthdate: '1990-01-01' }

/**
 * What is asked, and what its ADR 21 says of it: it presents where nothing is wrong, and else responds `access_denied`, for the
 * request is signed under a certificate that it trusts.
 * @type {readonly { id: string, body: Record<string, unknown>, expected: string }[]}
 */
const requests = [
  { id: 'good', body: {}, expected: 'presented' },
  ...['registration_missing', 'registration_twice', 'registration_over_asking', 'registration_revoked'].map((id) => ({
    id,
    body: { negative_test: id, wallet_policy: 'refuse' },
    expected: 'access_denied',
  })),
  { id: 'good, once more', body: {}, expected: 'presented' },
]

const pid = 'eu.europa.ec.eudi.pid.1'
const mdocQuery = {
  credentials: [
    { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pid }, claims: [{ path: [pid, 'family_name'] }] },
  ],
}

/**
 * What a browser carries: every protocol, format and Response Mode, and what a wallet refuses, as another site repeats it.
 * OpenID4VP 1.0 appendix A
 * @type {readonly { id: string, body: Record<string, unknown>, expected: string, site?: string }[]}
 */
const browserRequests = [
  ...['signed', 'multisigned'].map((signatures) => ({
    id: `${signatures}, from another site`,
    body: browserBody(signatures, query),
    expected: 'refused by the wallet with 400',
    site: 'https://another-verifier.example',
  })),
  ...['unsigned', 'signed', 'multisigned'].flatMap((signatures) =>
    Object.entries({ 'dc+sd-jwt': query, mso_mdoc: mdocQuery }).flatMap(([format, dcql_query]) =>
      Object.entries({ 'dc_api.jwt': {}, dc_api: { response_mode: 'direct_post', profile: 'openid4vp' } }).map(
        ([mode, members]) => ({
          id: `${signatures}, ${format}, ${mode}`,
          body: { ...browserBody(signatures, dcql_query), ...members },
          expected: 'accepted',
        }),
      ),
    ),
  ),
]

/** Of the credential that the wallet issued to itself: its certificate has no extended key usage (ISO/IEC 18013-5, B.1.4). */
const ofItsIssuer = 'vp.mdoc.document_signer'

/** @param {string} signatures @param {object} dcql_query @returns {Record<string, unknown>} */
function browserBody(signatures, dcql_query) {
  return { presentation_channel: 'dc_api', dc_api_protocols: [`openid4vp-v1-${signatures}`], dcql_query }
}

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
    const report = (/** @type {string} */ id, /** @type {string} */ expected, /** @type {Did} */ { did, said }) => {
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

/** @throws {Stop} for an option that there is not */
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

/**
 * The wallet's program, or why there is none that can be tried.
 * @param {readonly string[]} candidates @returns {Promise<{ path: string, knowsTrust: boolean } | string>}
 */
async function findWallet(candidates) {
  for (const path of candidates) {
    const help = await runToEnd(path, ['wallet', 'accept', '--help'], {}).catch(
      (/** @type {NodeJS.ErrnoException} */ error) => {
        if (error.code === 'ENOENT' || error.code === 'EACCES') return null
        throw error
      },
    )
    if (help === null) continue
    return { path, knowsTrust: /--arf\b/.test(help.output) }
  }
  return `Nothing was tried: the wallet eudi-dev is not installed (looked for ${candidates.join(', ')}). Install version 3 of it, or name its program with --eudi.`
}

/**
 * What the wallet did with a request, and all that was said.
 * @typedef {{ did: string, said: string }} Did
 * @typedef {{ program: string, flags: readonly string[], directory: string, env: NodeJS.ProcessEnv }} Wallet
 */

/**
 * A wallet of its own, which trusts the service and holds a credential.
 * @param {{ program: string, directory: string, url: string, how: string, tlsCa: string | undefined }} options
 * @returns {Promise<Wallet>}
 */
async function prepareWallet({ program, directory, url, how, tlsCa }) {
  const env = { ...process.env, EUDI_DEV_HOME: join(directory, 'home') }
  const store = ['--wallet-dir', join(directory, 'wallet')]
  const issued = await runToEnd(
    program,
    ['issue', 'sdjwt', '--wallet', '--vct', 'urn:eudi:pid:1', '--claims', JSON.stringify(person), ...store],
    { env },
  )
  if (issued.code !== 0) throw new Stop(`The wallet made no credential to present:\n${issued.output}`)
  /** @param {string} name */
  const saved = async (name) => {
    const file = join(directory, name)
    writeFileSync(file, await (await answer(`${url}/trust/anchors/${name}`)).text())
    return file
  }
  const trust =
    how === 'lists'
      ? ['--trusted-list', `${url}/trust/lists/lists.jwt`, '--trusted-list-ca', await saved('lists.pem')]
      : [
          ...['--relying-party-ca', await saved('access-certificate-providers.pem')],
          ...['--relying-party-ca', await saved('registration-certificate-providers.pem')],
        ]
  // It would hand the request to a wallet that listens at its usual port.
  const port = ['--port', String(await freePort())]
  const tls = tlsCa === undefined ? [] : ['--tls-ca', tlsCa]
  return {
    program,
    directory,
    env,
    flags: ['--auto-accept', '--arf', '--mode', 'strict', ...trust, ...tls, ...port, ...store],
  }
}

/**
 * What the wallet did with a request, and what it said.
 * @param {Wallet} wallet @param {string} url @param {Record<string, unknown>} body
 */
async function ask({ program, flags, env }, url, body) {
  const created = await answer(`${url}/openid4vp/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ trust_framework: 'eu', dcql_query: query, ...body }),
  })
  const { session_id: id, deeplink } = /** @type {{ session_id: string, deeplink: string }} */ (await created.json())
  const { output } = await runToEnd(program, ['wallet', 'accept', deeplink, ...flags], { env })
  const session = /** @type {{ events: { type: string, detail: Record<string, unknown> }[] }} */ (
    await (await answer(`${url}/openid4vp/sessions/${id}`)).json()
  )
  const { events } = session
  const error = events.find(({ type }) => type === 'vp_wallet_error_received')
  const presented = events.some(
    ({ type, detail }) => type === 'vp_presentation_response_received' && detail.vp_token_observed === true,
  )
  const fetched = events.some(({ type }) => type === 'vp_request_retrieved')
  const did = presented
    ? 'presented'
    : error !== undefined
      ? String(error.detail.error)
      : fetched
        ? 'silent after it fetched the request'
        : 'never here'
  return { did, said: `${output}\n${url}/openid4vp/${id}` }
}

/**
 * A wallet that takes the requests of browsers, with a PID of each format.
 * @param {string} program @param {string} directory
 */
async function serveWallet(program, directory) {
  const port = await freePort()
  const store = ['--wallet-dir', join(directory, 'browser-wallet')]
  const child = spawnGroup(
    program,
    ['wallet', 'serve', '--auto-accept', '--mode', 'strict', '--pid', '--port', String(port), ...store],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, EUDI_DEV_HOME: join(directory, 'browser-home') } },
  )
  const said = lineTail(40)
  child.stdout?.on('data', said.add)
  child.stderr?.on('data', said.add)
  const url = `http://localhost:${port}`
  for (let waited = 0; waited < 300; waited++) {
    if (child.exitCode !== null) throw new Stop(`The wallet did not start:\n${said.text()}`)
    const ready = await fetch(`${url}/api/credentials`).catch(() => null)
    if (ready?.ok) return { url, said: said.text, end: () => endChild(child, 5000) }
    await delay(100)
  }
  await endChild(child, 5000)
  throw new Stop('The wallet did not become ready within 30 seconds.')
}

/**
 * Carries a request to the wallet and its answer back, as the page of the session and its browser do.
 * @param {{ url: string, said: () => string }} wallet @param {string} url @param {Record<string, unknown>} body
 * @param {string} [site] the origin that the browser names, if not the service's
 * @returns {Promise<Did>}
 */
async function carry(wallet, url, body, site) {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const created = await answer(`${url}/openid4vp/sessions`, { ...post, body: JSON.stringify(body) })
  const { session_id: id, dc_api } = /** @type {{ session_id: string, dc_api: Record<string, string> }} */ (
    await created.json()
  )
  const { origin = '', request_url: requestUrl = '', result_url: resultUrl = '' } = dc_api
  const request = await (await answer(requestUrl)).text()
  const presented = await fetch(`${wallet.url}/api/dc-api`, {
    method: 'POST',
    headers: { ...post.headers, Origin: site ?? origin },
    body: request,
  })
  const given = await presented.text()
  const said = `${wallet.said()}\n${url}/openid4vp/${id}`
  if (!presented.ok) return { did: `refused by the wallet with ${presented.status}`, said: `${given}\n${said}` }
  const { protocol, data } = JSON.parse(given)
  const page = { origin, elapsed_ms: 2000, allows: {} }
  const result = await fetch(resultUrl, {
    ...post,
    body: JSON.stringify({ outcome: 'answer', protocol, data, page }),
  })
  const taken = await result.text()
  const session =
    /** @type {{ status: string, checks: { conformance: { id: string, status: string, message?: string }[] } }} */ (
      await (await answer(`${url}/openid4vp/sessions/${id}`)).json()
    )
  const red = session.checks.conformance.filter(({ id, status }) => status === 'fail' && id !== ofItsIssuer)
  const all = [taken, ...red.map((check) => JSON.stringify(check)), said].join('\n')
  if (session.status !== 'presentation_validated') return { did: session.status, said: all }
  return { did: red.length === 0 ? 'accepted' : `accepted, but for ${red.map(({ id }) => id).join(', ')}`, said: all }
}

/** @param {string} url @param {RequestInit} [init] */
async function answer(url, init) {
  const response = await fetch(url, init).catch(() => {
    throw new Stop(`Nothing responds at ${new URL(url).origin}.`)
  })
  if (!response.ok) throw new Stop(`${url} responds ${response.status}: ${await response.text()}`)
  return response
}

/**
 * Starts the service in a data directory of its own.
 * @param {string} directory
 */
async function startService(directory) {
  const dataDir = join(directory, 'data')
  const port = await freePort()
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      WARM_UP: 'off',
    },
    detached: process.platform !== 'win32',
  })
  say('Starting the service …')
  const end = () => endChild(child, 15_000)
  for (let waited = 0; waited < 600; waited++) {
    if (child.exitCode !== null) throw new Stop('The service did not start: see above.')
    const url = runningService(dataDir)
    const ready = url === undefined ? null : await fetch(`${url}/trust/anchors.jwks`).catch(() => null)
    if (url !== undefined && ready?.ok) return { url, end }
    await delay(1000)
  }
  await end()
  throw new Stop('The service did not become ready within ten minutes.')
}

/** A port that nobody listens at, and neither at the next one, which the wallet takes too. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
