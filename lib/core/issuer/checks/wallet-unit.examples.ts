import type { ExamplesById } from '../../engine/checks/examples'
import type {
  ClientAuthenticationReading,
  SeenAtIssuers,
} from '../read/oauth/client-authentication/client-authentication-reading'
import { keptStatus, unitInside, unitOutside, wrongStatuses } from '../read/wallet-unit/fixtures/rules'
import type { WalletUnitRules } from '../read/wallet-unit/wallet-unit-rules'
import { anonymous, attestationClaims, seconds, withAttestation } from './fixtures/client'

const daySeconds = 86_400

const rightClaims = {
  iss: undefined,
  iat: seconds - 60,
  exp: seconds + 3540,
  wallet_name: 'A wallet',
  wallet_version: '1.0.0',
  wallet_link: 'https://wallet.example',
  wallet_solution_certification_information: 'Certificate 1',
  client_status: keptStatus(seconds),
}

/** A request with an attestation as TS3 has it, changed. */
const unit = (change: object = {}, rules: Partial<WalletUnitRules> = {}): ClientAuthenticationReading => {
  const reading = attestationClaims({ ...rightClaims, ...change })
  return {
    ...reading,
    attestation: reading.attestation && { ...reading.attestation, unit: { ...unitInside, ...rules } },
  }
}
/** A request whose DPoP key has this thumbprint, at an issuer that asks for the attested one. */
const withDpopKey = (
  dpopThumbprint: string | null,
  rules: Partial<WalletUnitRules> = { wantsAttestedDpopKey: true },
): ClientAuthenticationReading => {
  const reading = unit({}, rules)
  return { ...reading, attestation: reading.attestation && { ...reading.attestation, dpopThumbprint } }
}
/** A request whose status entry was seen there. */
const withStatus = (status: SeenAtIssuers | null): ClientAuthenticationReading => {
  const reading = unit()
  const { attestation } = reading
  if (!attestation?.attestation) return reading
  const { history } = attestation.attestation
  return {
    ...reading,
    attestation: { ...attestation, attestation: { ...attestation.attestation, history: { ...history, status } } },
  }
}
const kept = (seconds_: number) => ({ client_status: keptStatus(seconds, { exp: seconds + seconds_ }) })
const outside = [
  anonymous,
  withAttestation({ attestation: null }),
  unit({ client_status: undefined, wallet_version: 1 }, unitOutside),
]
const asked = { periods: { client: 60 * daySeconds, keyStorage: null } }
const certification = 'wallet_solution_certification_information'

export const walletUnitExamples: ExamplesById<ClientAuthenticationReading> = {
  'vci.wallet_attestation.client_status': {
    pass: [
      unit(),
      unit(
        {
          client_status: keptStatus(seconds, {
            status: { status_list: { idx: 0, uri: 'http://localhost:3000/lab/x/wallet-units/1' } },
          }),
        },
        { origin: 'http://localhost:3000' },
      ),
    ],
    violated: [
      ...wrongStatuses(seconds).map((client_status) => unit({ client_status })),
      unit({ client_status: undefined, status: { status_list: { idx: 1, uri: 'https://provider.example/1' } } }),
    ],
    notApplicable: outside,
  },
  'vci.wallet_attestation.client_status_period': {
    pass: [unit(), unit(kept(31 * daySeconds - 299)), unit(kept(60 * daySeconds), asked)],
    violated: [
      ...[-301, 3600, daySeconds].map((seconds_) => unit(kept(seconds_))),
      ...[-301, daySeconds, 59 * daySeconds].map((seconds_) => unit(kept(seconds_), asked)),
    ],
    notApplicable: [...outside, unit({ client_status: {} })],
  },
  'vci.wallet_attestation.lifetime': {
    pass: [unit(), unit({ iat: seconds, exp: seconds + daySeconds - 1 })],
    violated: [
      unit({ iat: seconds, exp: seconds + daySeconds }),
      unit({ iat: seconds, exp: seconds + 7 * daySeconds }),
      unit({ iat: undefined, exp: seconds + daySeconds }),
    ],
    notApplicable: [...outside, unit({ exp: '2030' })],
  },
  'vci.wallet_attestation.wallet_identity': {
    pass: [unit()],
    violated: [
      unit({ wallet_version: undefined }),
      unit({ wallet_version: 1 }),
      unit({ wallet_name: '' }),
      unit({ wallet_name: undefined, wallet_version: undefined }),
      unit({ wallet_name: undefined, wallet_version: undefined, eudi_wallet_info: {} }),
      unit({ wallet_link: undefined }),
      unit({ wallet_link: 'no address' }),
    ],
    notApplicable: outside,
  },
  'vci.wallet_attestation.certification': {
    pass: [unit(), unit({ [certification]: { a: 1 } }), unit({ [certification]: ['a'] })],
    violated: [undefined, '', {}, [], 1, null].map((told) => unit({ [certification]: told })),
    notApplicable: outside,
  },
  'vci.wallet_attestation.pop_jwt': {
    pass: [unit()],
    violated: [
      (() => {
        const reading = unit()
        return {
          ...reading,
          attestation: reading.attestation && {
            ...reading.attestation,
            combined: { signature: 'valid', thumbprint: 'instance-key' },
          },
        }
      })(),
    ],
    notApplicable: outside,
  },
  'vci.wallet_attestation.status_not_shared': {
    pass: [unit()],
    violated: ['eu-pid-device-bound', 'lab:Q96Cm0_0bBEhfBv7o8MJgg'].map((seenAt) =>
      withStatus({ seenAt, digests: [] }),
    ),
    notApplicable: [...outside, withStatus(null)],
  },
  'vci.wallet_attestation.dpop_key': {
    pass: [withDpopKey('instance-key')],
    violated: [withDpopKey('another-key')],
    notApplicable: [...outside, withDpopKey(null), withDpopKey('instance-key', {}), withDpopKey('another-key', {})],
  },
}
