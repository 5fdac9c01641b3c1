import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
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
  notification_id: (wallet, value) =>
    protectedRequest(wallet, 'notification', { notification_id: value, event: 'credential_accepted' }),
  transaction_id: (wallet, value) => protectedRequest(wallet, 'deferred', { transaction_id: value }),
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
const ofLaboratory = ['refresh_token', 'transaction_id', 'credential_identifier']
const strangerFor = (member: string) =>
  newWallet(ofLaboratory.includes(member) ? giving : member.includes('DPoP') ? { dpop_nonce: 'required' } : {})

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
  const values = {
    'access token': token,
    'refresh token': String(first.refresh_token),
    'pre-authorized code': offered.code,
    'authorization code': code,
    c_nonce: await other.freshNonce(),
    request_uri: requestUri,
    transaction_id: String(deferred.transaction_id),
    notification_id: String(issued.notification_id),
  }
  for (const [name, value] of Object.entries(values)) expect([name, value.length > 20]).toEqual([name, true])
  return values
}

/** The part of a value that no other has. */
const secretOf = (value: string): string => value.split(/[.:]/).at(-1) ?? value

describe('a planted value', () => {
  it('of any kind, in any member, is found in no answer, storage, log or report', async () => {
    const values = await leaves()
    const seen = new Set<string>()
    for (const [member, plant] of [...Object.entries(plants), ['access token', asToken] as const])
      for (const [kind, value] of Object.entries(values)) {
        const stranger = await strangerFor(member)
        const answers = [(await plant(stranger, value)).body]
        const id = stranger.created.session_id
        for (const path of [
          `/sessions/${id}`,
          ...['junit', 'html', 'har'].map((format) => `/sessions/${id}/report?format=${format}`),
        ])
          answers.push((await stranger.http({ path })).body)
        for (const answer of answers)
          if (answer.includes(secretOf(value))) expect.fail(`${kind} as ${member} is in an answer`)
        const finding = (await stranger.view()).checks.conformance.find(({ reason }) =>
          /#other_(value|name)$/.test(reason ?? ''),
        )
        if (finding !== undefined) seen.add(`${kind} as ${member}`)
      }
    // Without words about them nothing would be shown here. Others link the request to the session of the value.
    expect(seen.size).toBeGreaterThan(35)
    const stored = JSON.stringify(await service.container.ports.store.ledger(2000))
    for (const [kind, value] of Object.entries(values))
      expect([kind, stored.includes(secretOf(value))]).toEqual([kind, false])
    expect(stored).toContain('another session')
    const files = (await readdir(service.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    )
    for (const file of files) {
      const text = String(await readFile(`${file.parentPath}/${file.name}`))
      for (const [kind, value] of Object.entries(values))
        expect([kind, file.name, text.includes(secretOf(value))]).toEqual([kind, file.name, false])
    }
  }, 240_000)
})
