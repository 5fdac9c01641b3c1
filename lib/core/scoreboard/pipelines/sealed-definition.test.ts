import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sealingUnder } from '@/lib/adapters/crypto/seal-key'
import { sealedPlaces } from '../../issuer-and-verifier'
import { openedSession, savedDefinition, sealedWhole, withPlaceholders } from './sealed-definition'

const sealing = sealingUnder(new Uint8Array(32).fill(7))
const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----'
const certificate = { chain: 'MARK-CHAIN', private_key: key }
const claims = { family_name: 'MARK-FAMILY' }

const presentation = (session: object, id = 'present') => ({ id, kind: 'presentation', session })
const issuance = (session: object, id = 'issue') => ({ id, kind: 'issuance', session })
const definitionOf = (...steps: object[]) => ({ version: 1, runner: 'built_in_wallet', steps })

const whole = definitionOf(
  issuance({ laboratory: { credentials: [{ vct: 'urn:a', claims }] }, registration_certificate: 'none' }),
  presentation({ trust_framework: 'eu', access_certificate: certificate, registration_certificate: 'MARK-JWT' }),
)

it('seals what sessions seal or redact, and opens it for the session alone', () => {
  const { sealed, plain, problems, bringsSecret } = savedDefinition(whole, null, sealing)
  expect([plain, problems, bringsSecret]).toEqual([whole, [], true])
  expect(JSON.stringify(sealed)).not.toMatch(/MARK|PRIVATE/)
  const { steps } = sealed as { steps: { session: Record<string, unknown> }[] }
  expect(steps[0]?.session.registration_certificate).toBe('none')
  expect(openedSession(steps[0]?.session ?? {}, 'issuance', sealing)).toEqual(
    whole.steps[0] && { ...(whole.steps[0] as { session: object }).session },
  )
  expect(openedSession(steps[1]?.session ?? {}, 'presentation', sealing)).toEqual(
    (whole.steps[1] as { session: object }).session,
  )
  const other = sealingUnder(new Uint8Array(32).fill(8))
  expect(openedSession(steps[1]?.session ?? {}, 'presentation', other)).toBeNull()
})

it('shows of each such value that it is there, and its length, whether it is sealed or not yet', () => {
  const shown = definitionOf(
    issuance({
      laboratory: {
        credentials: [
          { vct: 'urn:a', claims: { redacted: true, present: true, length: JSON.stringify(claims).length } },
        ],
      },
      registration_certificate: 'none',
    }),
    presentation({
      trust_framework: 'eu',
      access_certificate: {
        chain: { redacted: true, present: true, length: 10 },
        private_key: { redacted: true, present: true, length: key.length },
      },
      registration_certificate: { redacted: true, present: true, length: 8 },
    }),
  )
  expect(withPlaceholders(whole)).toEqual(shown)
  expect(withPlaceholders(savedDefinition(whole, null, sealing).sealed)).toEqual(shown)
  expect(withPlaceholders(shown)).toEqual(shown)
})

it('shows no private key where none belongs, however it got there', () => {
  const misplaced = { ...whole, extra: [{ key }, { jwk: { kty: 'EC', d: 'MARK' } }], more: Array(30).fill(key) }
  const shown = withPlaceholders(misplaced)
  expect(JSON.stringify(shown)).not.toMatch(/MARK|PRIVATE/)
  expect(shown).toMatchObject({ version: 1, extra: [{ key: placeholder(key.length) }, { jwk: { redacted: true } }] })
  expect(withPlaceholders(key)).toEqual(placeholder(key.length))
})

describe('saving a definition again', () => {
  const stored = savedDefinition(whole, null, sealing).sealed

  it('keeps what a placeholder stands for, what is sent again, and what is left out of an object that is there', () => {
    for (const asked of [withPlaceholders(stored), whole]) {
      const saved = savedDefinition(asked, stored, sealing)
      expect(saved).toEqual({ sealed: stored, plain: whole, problems: [], bringsSecret: false })
    }
    const without = definitionOf(
      whole.steps[0] as object,
      presentation({ trust_framework: 'eu', access_certificate: {} }),
    )
    const saved = savedDefinition(without, stored, sealing)
    expect(saved.plain).toEqual(whole)
  })

  it('keeps of a list what the item with the same id has, wherever it stands', () => {
    const typesOf = (...credentials: object[]) => definitionOf(issuance({ laboratory: { credentials } }))
    const [one, two] = ['one', 'two'].map((id) => ({ id, claims: { from: id } }))
    const both = savedDefinition(typesOf(one!, two!), null, sealing).sealed
    const saved = savedDefinition(typesOf({ id: 'two', claims: placeholder(14) }, { id: 'one' }), both, sealing)
    expect([saved.plain, saved.problems]).toEqual([typesOf(two!, one!), []])
    const renamed = savedDefinition(typesOf({ id: 'three', claims: placeholder(14) }), both, sealing)
    expect(renamed.problems).toMatchObject([{ code: 'nothing_to_keep' }])
  })

  it('forgets what is no longer asked for: another step, another kind, no such object', () => {
    const asked = definitionOf(presentation({ trust_framework: 'eu', registration_certificate: 'auto' }))
    expect(savedDefinition(asked, stored, sealing).sealed).toEqual(asked)
  })

  it.each([
    [
      'a step with another id',
      presentation({ access_certificate: { chain: 'x', private_key: placeholder(3) } }, 'new'),
    ],
    [
      'a step of another kind',
      { ...presentation({ access_certificate: { chain: 'x', private_key: placeholder(3) } }), kind: 'issuance' },
    ],
  ])('refuses to keep what is not there: %s', (_name, step) => {
    expect(savedDefinition(definitionOf(step), stored, sealing).problems).toMatchObject([
      { path: 'steps.0.session.access_certificate.private_key', code: 'nothing_to_keep' },
    ])
  })

  it('seals a new value, and what looks like a sealed one, which opens nothing', () => {
    const [, step] = (stored as { steps: { session: { access_certificate: { private_key: unknown } } }[] }).steps
    const taken = step?.session.access_certificate.private_key
    const asked = definitionOf(presentation({ access_certificate: { chain: 'x', private_key: taken } }, 'mine'))
    const saved = savedDefinition(asked, stored, sealing)
    const [{ session }] = (saved.sealed as { steps: [{ session: Record<string, unknown> }] }).steps
    expect(openedSession(session, 'presentation', sealing)).toEqual({
      access_certificate: { chain: 'x', private_key: taken },
    })
  })

  it('opens no value at another place than its own', () => {
    const claims = { redacted: true }
    const { sealed } = savedDefinition(
      definitionOf(issuance({ laboratory: { credentials: [{ claims }] } })),
      null,
      sealing,
    )
    const [{ session }] = (sealed as { steps: [{ session: { laboratory: { credentials: [{ claims: unknown }] } } }] })
      .steps
    const moved = { access_certificate: { private_key: session.laboratory.credentials[0].claims } }
    expect(openedSession(moved, 'issuance', sealing)).toBeNull()
  })

  it('keeps a value that was sealed under a lost key', () => {
    const other = sealingUnder(new Uint8Array(32).fill(8))
    expect(savedDefinition(withPlaceholders(stored), stored, other).sealed).toEqual(stored)
  })
})

it('seals what is stored in clear, once', () => {
  const sealed = sealedWhole(whole, sealing)
  expect(JSON.stringify(sealed)).not.toMatch(/MARK|PRIVATE/)
  expect(sealedWhole(sealed, sealing)).toBe(sealed)
  for (const odd of [
    null,
    'text',
    [],
    { steps: 1 },
    { steps: [null, { session: 1 }, { kind: 'issuance', session: {} }] },
  ])
    expect(sealedWhole(odd, sealing)).toBe(odd)
})

it('shows of a private key in any other place likewise that it is there', () => {
  const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'MARK-D' }
  const odd = definitionOf(
    { id: key, kind: 'custom', custom_check: JSON.stringify({ keys: [jwk] }) },
    presentation({ client_name: `Moss ${key}`, verifier_info: [{ jwk }], access_certificate: certificate }),
  )
  expect(withPlaceholders(odd)).toEqual(
    definitionOf(
      {
        id: placeholder(key.length),
        kind: 'custom',
        custom_check: placeholder(JSON.stringify({ keys: [jwk] }).length),
      },
      presentation({
        client_name: placeholder(key.length + 5),
        verifier_info: [{ jwk: placeholder(JSON.stringify(jwk).length) }],
        access_certificate: { chain: placeholder(10), private_key: placeholder(key.length) },
      }),
    ),
  )
  expect(withPlaceholders(key)).toEqual(placeholder(key.length))
})

it('the hook that shows definitions to visitors knows the same places', () => {
  const module = { exports: {} as Record<string, unknown> }
  const text = readFileSync(new URL('../../../../pb_hooks/scoreboard/shown.js', import.meta.url), 'utf8')
  new Function('module', 'require', '__hooks', text)(module, () => ({ relations: {} }), '')
  const sorted = (places: unknown) =>
    Object.entries(places as object).map(([kind, all]) => [kind, [...all].map(String).sort()])
  expect(sorted(module.exports.sealedPlaces)).toEqual(sorted(sealedPlaces))
})

function placeholder(length: number) {
  return { redacted: true, present: true, length }
}
