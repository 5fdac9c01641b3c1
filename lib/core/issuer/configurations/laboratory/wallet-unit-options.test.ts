import { expect, it } from 'vitest'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import { contradictionIn } from './contradictions'
import { completeLaboratory, zLaboratoryOptions } from './laboratory-options'
import { attestationLevels, preferredPeriods } from './wallet-unit-options'

const options = (asked: object): LaboratoryOptions => completeLaboratory(zLaboratoryOptions.parse(asked))

const european = { client_attestation: { drafts: ['07', '08'] } }

const conflict = (
  asked: object,
  beside: { readonly trust_framework?: 'test_root' | 'eu'; readonly issuer_configuration_id?: string } = {},
) =>
  // The drafts are those that a request in the framework gets.
  contradictionIn(options({ ...(beside.trust_framework === undefined ? european : {}), ...asked }), {
    issuer_configuration_id: 'eu-pid-device-bound',
    fault: null,
    trust_framework: 'eu',
    baseUrl: 'https://issuer.example',
    ...beside,
  })?.members ?? null

const outside = { trust_framework: 'test_root' } as const
const unbound = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }
const unit = (name: string) => `/laboratory/wallet_unit/${name}`

it('has no wallet unit where nobody asked, and completes one that is empty', () => {
  expect(options({}).wallet_unit).toBeNull()
  expect(options({ wallet_unit: {} }).wallet_unit).toEqual({
    demand: 'none',
    iss: 'free',
    dpop_key: 'free',
    client_status_period: null,
    key_storage_status_period: null,
    key_storage: null,
    user_authentication: null,
    check_status: false,
    recheck_seconds: null,
  })
})

it.each([
  ['iss in the European framework', { iss: 'required' }, {}, {}, ['iss', '/trust_framework']],
  [
    'iss beside draft 08',
    { iss: 'required' },
    { client_attestation: { drafts: ['07', '08'] } },
    outside,
    ['iss', '/laboratory/client_attestation/drafts'],
  ],
  [
    'iss beside draft 10',
    { iss: 'required' },
    { client_attestation: { drafts: ['10'] } },
    outside,
    ['iss', '/laboratory/client_attestation/drafts'],
  ],
  ['a demand', { demand: 'ts3' }, {}, outside, ['demand', '/trust_framework']],
  ['the key of DPoP', { dpop_key: 'attested' }, {}, outside, ['dpop_key', '/trust_framework']],
  [
    'a period, which may be zero',
    { client_status_period: 0 },
    {},
    outside,
    ['client_status_period', '/trust_framework'],
  ],
  [
    'a period of keys',
    { key_storage_status_period: 9 },
    {},
    outside,
    ['key_storage_status_period', '/trust_framework'],
  ],
  ['a level', { key_storage: ['iso_18045_basic'] }, {}, outside, ['key_storage', '/trust_framework']],
  ['reading statuses', { check_status: true }, {}, outside, ['check_status', '/trust_framework']],
  [
    'keys of an issuer that asks for none attested',
    { key_storage: ['iso_18045_basic'] },
    {},
    unbound,
    ['key_storage', '/issuer_configuration_id'],
  ],
  [
    'their users',
    { user_authentication: ['iso_18045_high'] },
    {},
    unbound,
    ['user_authentication', '/issuer_configuration_id'],
  ],
  [
    'their status',
    { key_storage_status_period: 1 },
    {},
    unbound,
    ['key_storage_status_period', '/issuer_configuration_id'],
  ],
  [
    'keys that are not attested',
    { key_storage: ['iso_18045_high'] },
    { key_attestations: 'not_required' },
    {},
    ['key_storage', '/laboratory/key_attestations'],
  ],
  [
    'reading again without a status',
    { recheck_seconds: 10, check_status: true },
    {},
    {},
    ['recheck_seconds', '/laboratory/status'],
  ],
  [
    'reading again what is not read',
    { recheck_seconds: 10 },
    { status: {} },
    {},
    ['recheck_seconds', unit('check_status')],
  ],
] as const)('is a contradiction: %s', (_name, walletUnit, more, beside, [member, other]) => {
  expect(conflict({ wallet_unit: walletUnit, ...more }, beside)).toEqual([unit(member), other])
})

it.each([
  ['an empty object outside the framework', {}, {}, outside],
  ['iss of an issuer of draft 07', { iss: 'required' }, {}, outside],
  ['members of the unit at an issuer of unattested keys', { demand: 'ts3', client_status_period: 60 }, {}, unbound],
  ['reading again with all that it needs', { recheck_seconds: 10, check_status: true }, { status: {} }, {}],
])('is none: %s', (_name, walletUnit, more, beside) => {
  expect(conflict({ wallet_unit: walletUnit, ...more }, beside)).toBeNull()
})

it.each([
  { demand: 'ts2' },
  { client_status_period: 31_536_001 },
  { client_status_period: -1 },
  { recheck_seconds: 9 },
  { key_storage: [] },
  { key_storage: ['high'] },
  { user_authentication: ['iso_18045_high', 'iso_18045_high'] },
  { other: 1 },
])('takes no %j', (walletUnit) => {
  expect(zLaboratoryOptions.safeParse({ wallet_unit: walletUnit }).success).toBe(false)
})

it('asks for the levels and periods of the laboratory, and for those of the installation where it has none', () => {
  const installation = { keyStorageLevels: ['iso_18045_high'], userAuthLevels: ['iso_18045_moderate'] }
  const asked = options({ wallet_unit: { key_storage: ['iso_18045_basic'], client_status_period: 0 } })
  expect(attestationLevels(asked, installation)).toEqual({ ...installation, keyStorageLevels: ['iso_18045_basic'] })
  expect(attestationLevels(options({}), installation)).toEqual(installation)
  expect(preferredPeriods(asked)).toEqual({ client: 0, keyStorage: null })
  expect(preferredPeriods(options({}))).toEqual({ client: null, keyStorage: null })
})
