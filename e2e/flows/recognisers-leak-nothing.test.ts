import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Ask } from '@/lib/core/engine/checks/check'
import type { ExamplesById } from '@/lib/core/engine/checks/examples'
import { checkById } from '@/lib/core/issuer-and-verifier'
import { toldKinds } from '@/lib/core/shared/recognise/kinds'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { JsonObject } from '@/lib/wallet/json'

const service = serviceForTests()

const newWallet = (body: JsonObject = {}) =>
  createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', dpop_nonce: 'off', ...body })
/** An issuer that gives every kind of value. */
const giving = { laboratory: { refresh: {}, deferred: { interval: 1, pending: 1 }, credential_identifiers: 'always' } }

type Answer = { readonly status: number; readonly body: string }

const protectedRequest = async (wallet: HandWallet, endpoint: string, body: JsonObject): Promise<Answer> => {
  const token = await wallet.obtainToken()
  return wallet.http({
    method: 'POST',
    path: wallet.path(endpoint),
    headers: [
      ['Content-Type', 'application/json'],
      ['Authorization', `DPoP ${token}`],
      ['DPoP', wallet.dpop(endpoint, token)],
    ],
    body: JSON.stringify(body),
  })
}

/** A wallet with a planted value in each member that is looked up. */
const plants: Readonly<Record<string, (wallet: HandWallet, value: string) => Promise<Answer>>> = {
  'nonce of the proof': async (wallet, value) => {
    await wallet.obtainToken()
    return wallet.requestCredential({ nonce: value })
  },
  'nonce of the DPoP proof': (wallet, value) =>
    wallet.requestToken({
      dpop: ({ claims }) => {
        claims.nonce = value
      },
    }),
  'pre-authorized_code': (wallet, value) =>
    wallet.requestToken({ form: (form) => form.set('pre-authorized_code', value) }),
  code: (wallet, value) =>
    wallet.requestToken({
      form: (form) => {
        form.set('grant_type', 'authorization_code')
        form.set('code', value)
      },
    }),
  refresh_token: (wallet, value) =>
    wallet.requestToken({
      form: (form) => {
        form.set('grant_type', 'refresh_token')
        form.set('refresh_token', value)
      },
    }),
  'a parameter with a name of its own': (wallet, value) =>
    wallet.requestToken({
      form: (form) => {
        form.delete('pre-authorized_code')
        form.set('preAuthCode', value)
      },
    }),
  request_uri: (wallet, value) =>
    wallet.http({ path: `${wallet.path('authorize')}?${new URLSearchParams({ client_id: 'w', request_uri: value })}` }),
  'a parameter with a name of its own in the browser': (wallet, value) =>
    wallet.http({ path: `${wallet.path('authorize')}?${new URLSearchParams({ client_id: 'w', pushed: value })}` }),
  'a member with a name of its own when polling': (wallet, value) =>
    protectedRequest(wallet, 'deferred', { transaction: value }),
  notification_id: (wallet, value) =>
    protectedRequest(wallet, 'notification', { notification_id: value, event: 'credential_accepted' }),
  transaction_id: (wallet, value) => protectedRequest(wallet, 'deferred', { transaction_id: value }),
  scope: (wallet, value) => (wallet as HandCodeWallet).push({ form: (form) => form.set('scope', value) }),
  credential_configuration_id: async (wallet, value) => {
    await wallet.obtainToken()
    return wallet.requestCredential({
      request: (request) => {
        request.credential_configuration_id = value
      },
    })
  },
  'a member with a name of its own': async (wallet, value) => {
    await wallet.obtainToken()
    return wallet.requestCredential({
      request: (request) => {
        request.configuration = value
        delete request.credential_configuration_id
      },
    })
  },
  'a claim of the proof with a name of its own': async (wallet, value) => {
    await wallet.obtainToken()
    return wallet.requestCredential({
      proof: ({ claims }) => {
        claims.c_nonce = value
        delete claims.nonce
      },
    })
  },
  'kid of an encrypted request': async (wallet, value) => {
    await wallet.obtainToken()
    const header = Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: 'A128GCM', kid: value })).toString('base64url')
    return wallet.requestCredential({
      body: `${header}..AAAA.AAAA.AAAA`,
      headers: (fields) => {
        const at = fields.findIndex(([name]) => name === 'Content-Type')
        fields.splice(at, 1, ['Content-Type', 'application/jwt'])
      },
    })
  },
  credential_identifier: async (wallet, value) => {
    await wallet.obtainToken()
    return wallet.requestCredential({
      request: (request) => {
        request.credential_identifier = value
        delete request.credential_configuration_id
      },
    })
  },
}
/** Where the token of the request itself is planted; there a living one is what is due. */
const asToken = (wallet: HandWallet, value: string): Promise<Answer> => wallet.requestCredential({ accessToken: value })

/** Members that only an issuer with deferred credentials, identifiers or refresh tokens has. */
const ofLaboratory = [
  'refresh_token',
  'transaction_id',
  'credential_identifier',
  'a member with a name of its own when polling',
]
const strangerFor = (member: string): Promise<HandWallet> =>
  member === 'scope'
    ? createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    : newWallet(ofLaboratory.includes(member) ? giving : member.includes('DPoP') ? { dpop_nonce: 'required' } : {})

describe('a value of somebody else', () => {
  it.each(Object.entries(plants))('gets the same answer, whether it lives or not: as %s', async (name, plant) => {
    const answers = new Set<string>()
    const told = new Set<string>()
    const dead = await (await newWallet()).obtainToken()
    const living = await (await newWallet()).obtainToken()
    for (const value of [dead, living, `${living.slice(0, -4)}AAAA`]) {
      const stranger = await strangerFor(name)
      const { status, body } = await plant(stranger, value)
      answers.add(`${status} ${body.replaceAll(stranger.created.issuer_identifier, '')}`)
      const { cause } = await stranger.view()
      if (value !== dead && value !== living) continue
      told.add(`${cause?.reason} ${cause?.sentence}`)
    }
    expect([...answers]).toHaveLength(1)
    expect([...told]).toHaveLength(1)
  })

  it('is told by its kind, never with its session, issuer or time', async () => {
    const token = await (await newWallet()).obtainToken()
    const stranger = await newWallet()
    await plants['nonce of the proof']?.(stranger, token)
    expect((await stranger.view()).cause?.sentence).toBe(
      'The nonce of the proof is an access token of another session.',
    )
  })

  it('of the same session is told with how it ended in the evidence, and in the answer without it', async () => {
    const answers = new Set<string>()
    const told = new Set<string | undefined>()
    for (const isUsed of [false, true]) {
      const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      if (isUsed) await wallet.obtainToken()
      const answer = await wallet.requestToken({
        form: (form) => {
          form.set('grant_type', 'authorization_code')
          form.delete('pre-authorized_code')
          form.set('code', wallet.code)
        },
      })
      answers.add(answer.body)
      told.add(
        (await wallet.view()).checks.conformance.findLast(({ id }) => id === 'vci.token.code_valid')?.cause ?? '',
      )
    }
    expect([...answers]).toHaveLength(1)
    expect([...told]).toHaveLength(2)
  })
})

/** Values of each kind that the service hands out and keeps secret, each of a session of its own. */
async function leaves(): Promise<Readonly<Record<string, string>>> {
  const owner = await newWallet(giving)
  const first = (await owner.requestToken()).object()
  const token = String(first.access_token)
  const details = first.authorization_details as { credential_identifiers: string[] }[] | undefined
  const identifier = details?.[0]?.credential_identifiers[0]
  const deferred = (
    await owner.requestCredential({
      accessToken: token,
      request: (request) => {
        if (identifier === undefined) return
        request.credential_identifier = identifier
        delete request.credential_configuration_id
      },
    })
  ).object()
  const other = await newWallet()
  const issued = await (async () => {
    await other.obtainToken()
    return (await other.requestCredential()).object()
  })()
  const coder = await createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
  const [requestUri, code] = [await coder.pushed(), await coder.obtainCode()]
  const offered = await newWallet()
  const challenged = await newWallet({
    issuer_configuration_id: 'eu-pid-device-bound',
    laboratory: { client_attestation: { challenge: true } },
  })
  const challenge = (await challenged.http({ method: 'POST', path: challenged.path('challenge') })).object()
  const nonced = await newWallet({ dpop_nonce: 'offered' })
  const values: Readonly<Record<string, string>> = {
    access_token: token,
    refresh_token: String(first.refresh_token),
    pre_authorized_code: offered.code,
    authorization_code: code,
    c_nonce: await other.freshNonce(),
    request_uri: requestUri,
    transaction_id: String(deferred.transaction_id),
    notification_id: String(issued.notification_id),
    issuer_state: coder.issuerState,
    credential_identifier: String(identifier),
    dpop_nonce: String((await nonced.requestToken()).header('dpop-nonce')),
    attestation_challenge: String(challenge.attestation_challenge),
  }
  for (const [name, value] of Object.entries(values)) expect([name, value.length > 20]).toEqual([name, true])
  return values
}

/** Kinds that whoever holds them has made public, or that stay between the servers of the service. */
const elsewhere: Readonly<Record<string, string>> = {
  dpop_key: 'a thumbprint, which is public',
  holder_key: 'a thumbprint, which is public',
  attestation_key: 'a thumbprint, which is public',
  pkce_challenge: 'a hash, which is public',
  chained_state: 'leaves the service in an address of its own alone',
  chained_code: 'leaves the service in an address of its own alone',
  response_code: 'is given to the page of one session alone',
  wallet_nonce: 'is the wallet’s own, and returned to it in the request',
  laboratory_offer: 'is in the address of an offer',
  vp_nonce: 'is in the request that a session shows',
  vp_state: 'is in the request that a session shows',
  pushed_state: 'is the wallet’s own, of a form that nobody knows, and shown where it puts it',
  answered_challenge: 'is an attestation_challenge',
}

/** Whether a reason names what stands there, in whatever way. */
const isToldOtherwise = (reason: string | undefined): boolean => /#other_(?:value|key|issuer|grant)$/.test(reason ?? '')

/** The part of a value that no other has. */
const secretOf = (value: string): string => value.split(/[.:]/).at(-1) ?? value

/** The check that judges a member, and says what stands in it. */
const judgedBy: Readonly<Record<string, readonly string[]>> = {
  'nonce of the proof': ['vci.nonce.known'],
  'nonce of the DPoP proof': ['vci.dpop.nonce_adopted'],
  'pre-authorized_code': ['vci.token.preauth_code_valid'],
  code: ['vci.token.code_valid'],
  refresh_token: ['vci.refresh.token_known'],
  'a parameter with a name of its own': ['vci.token.preauth_code_valid'],
  request_uri: ['vci.authorize.request_uri_known'],
  notification_id: ['vci.notification.wellformed'],
  transaction_id: ['vci.deferred.transaction_known'],
  'a parameter with a name of its own in the browser': ['vci.par.used'],
  'a member with a name of its own when polling': ['vci.deferred.wellformed'],
  scope: ['vci.par.scope_from_metadata'],
  credential_configuration_id: ['vci.credential.configuration_known'],
  'a member with a name of its own': ['vci.credential.one_identifier'],
  'a claim of the proof with a name of its own': ['vci.proof.jwt.nonce_present'],
  'kid of an encrypted request': ['vci.encryption.request_kid'],
  credential_identifier: ['vci.identifiers.known'],
  'access token': ['vci.credential.token_valid', 'vci.notification.token', 'vci.deferred.token_valid'],
}

/** Checks that ask by a name alone, of which the value is never looked up. */
const byNameAlone = (ask: Ask): boolean => 'signed' in ask || ('missing' in ask && ask.due === undefined)

describe('what is planted', () => {
  it('is a value of every kind that storage is asked for', async () => {
    const planted = Object.keys(await leaves())
    expect(toldKinds.filter((kind) => !planted.includes(kind) && !Object.hasOwn(elsewhere, kind))).toEqual([])
  })

  it('stands in every member that a check asks about', async () => {
    const directory = `${process.cwd()}/lib/core`
    const asking = new Set<string>()
    for (const folder of ['issuer/checks', 'verifier/checks'])
      for (const file of await readdir(`${directory}/${folder}`, { recursive: true })) {
        if (!file.endsWith('.examples.ts')) continue
        const module: Readonly<Record<string, ExamplesById<never>>> = await import(`${directory}/${folder}/${file}`)
        for (const [id, { violated }] of Object.entries(module).flatMap(([name, group]) =>
          name.endsWith('Examples') ? Object.entries(group) : [],
        ))
          for (const subject of Array.isArray(violated) ? violated : []) {
            const outcome = checkById(id)?.run(subject)
            const asks = outcome !== undefined && 'asks' in outcome ? (outcome.asks ?? []) : []
            if (asks.some((ask) => !byNameAlone(ask))) asking.add(id)
          }
      }
    const judged = Object.values(judgedBy).flat()
    expect([...asking].filter((id) => !judged.includes(id)).sort()).toEqual([])
    expect(judged.filter((id) => !asking.has(id))).toEqual([])
  }, 60_000)
})

describe('a planted value', () => {
  it('of any kind, in any member, is found in no answer, storage, log or report', async () => {
    const all: (readonly [kind: string, value: string])[] = []
    const seen = new Set<string>()
    const unknown: string[] = []
    for (const [member, plant] of [...Object.entries(plants), ['access token', asToken] as const]) {
      // A code lives for a minute, and one that ended is no secret any more.
      const values = Object.entries(await leaves())
      all.push(...values)
      for (const [kind, value] of values) {
        const stranger = await strangerFor(member)
        const answers = [(await plant(stranger, value)).body]
        const id = stranger.created.session_id
        for (const path of [
          `/sessions/${id}`,
          // All formats show the same findings.
          ...(kind === 'access_token' ? ['junit', 'html', 'har'] : ['har']).map(
            (format) => `/sessions/${id}/report?format=${format}`,
          ),
        ])
          answers.push((await stranger.http({ path })).body)
        for (const answer of answers)
          if (answer.includes(secretOf(value))) expect.fail(`${kind} as ${member} is in an answer`)
        const { conformance } = (await stranger.view()).checks
        const finding = conformance.find(({ reason }) => /#other_(value|name|key)$/.test(reason ?? ''))
        if (finding !== undefined) seen.add(`${kind} as ${member}`)
        // Nothing that is known is called unknown: where the check of the member fails, it says what stands there.
        const judging = conformance.find(
          ({ id: check, status }) => status === 'fail' && judgedBy[member]?.includes(check),
        )
        const isLookedUp = !member.includes('name of its own') && toldKinds.some((told) => told === kind)
        if (isLookedUp && judging !== undefined && !isToldOtherwise(judging.reason))
          unknown.push(`${kind} as ${member}: ${judging.reason}`)
      }
    }
    // Without words about them nothing would be shown here. Others link the request to the session of the value.
    expect(seen.size).toBeGreaterThan(100)
    expect(unknown).toEqual([])
    const stored = JSON.stringify(service.recorded())
    for (const [kind, value] of all) expect([kind, stored.includes(secretOf(value))]).toEqual([kind, false])
    expect(stored).toContain('another session')
    const files = (await readdir(service.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    )
    for (const file of files) {
      const text = String(await readFile(`${file.parentPath}/${file.name}`))
      for (const [kind, value] of all)
        expect([kind, file.name, text.includes(secretOf(value))]).toEqual([kind, file.name, false])
    }
  }, 480_000)
})
