import type { RecordModel } from 'pocketbase'
import type { OwnCertificateSample } from './own-certificate'
import type { ScoreboardWorld } from './scoreboard'

/** Name of every private record, and so part of its path. */
export const hiddenName = 'xq7-hidden-name'
/** Part of every claim that a definition seals. */
export const sealedMarker = 'Xq7SealedMarker'

/**
 * Adds records of each kind to a world's organisation, private ones and public ones below a private one: everything
 * that `definitionNaming` names. Returns those that visitors do not see.
 */
export async function makePrivateRecords({ create, organization }: ScoreboardWorld): Promise<RecordModel[]> {
  const owner = organization.id
  const named = (name: string, published: boolean) => ({ name, canonified_name: name, owner, published })
  const below = (parent: object, name: string, published: boolean) => ({
    ...{ name, canonified_name: name, published },
    ...parent,
  })
  const wallet = await create('wallets', named('shown', true))
  const hiddenWallet = await create('wallets', named(hiddenName, false))
  await create('wallet_versions', below({ wallet: wallet.id }, 'v1', true))
  const verifier = await create('verifiers', named('verifier', true))
  await create('use_cases_verifications', below({ verifier: verifier.id }, 'u', true))
  await create('custom_checks', named('open-check', true))
  const issuer = await create('credential_issuers', named(hiddenName, false))
  const hiddenVerifier = await create('verifiers', named(hiddenName, false))
  return [
    hiddenWallet,
    await create('wallet_versions', below({ wallet: wallet.id }, hiddenName, false)),
    await create('wallet_versions', below({ wallet: hiddenWallet.id }, 'v1', true)),
    await create('wallet_actions', below({ wallet: hiddenWallet.id }, 'a', true)),
    issuer,
    await create('credentials', below({ credential_issuer: issuer.id }, 'c', true)),
    hiddenVerifier,
    await create('use_cases_verifications', below({ verifier: hiddenVerifier.id }, 'u', true)),
    await create('custom_checks', named(hiddenName, false)),
    await create('mobile_runners', { ...named(hiddenName, false), type: 'ios_phone' }),
  ]
}

/** What an execution used, by path: each of those records, and a public one. */
export const usedPrivately = {
  wallet_used: [`acme/${hiddenName}`, 'acme/shown'],
  wallet_version_used: [`acme/shown/${hiddenName}`, `acme/${hiddenName}/v1`],
  maestro_scripts: [`acme/${hiddenName}/a`],
  issuers: [`acme/${hiddenName}`],
  credentials: [`acme/${hiddenName}/c`],
  verifiers: [`acme/${hiddenName}`],
  use_case_verifications: [`acme/${hiddenName}/u`, 'acme/verifier/u'],
  custom_checks: [`acme/${hiddenName}`],
  conformance_tests: [`acme/${hiddenName}`, 'suite/check'],
}

/** A definition that names these records and contains everything that sessions seal. */
export const definitionNaming = ({ chain, privateKey }: Pick<OwnCertificateSample, 'chain' | 'privateKey'>) => ({
  version: 1,
  runner: 'real_wallet_qr',
  entities: {
    wallet: 'acme/shown',
    wallet_version: `acme/shown/${hiddenName}`,
    custom_checks: [`acme/${hiddenName}`, 'acme/open-check'],
  },
  steps: [
    {
      id: 'issue',
      kind: 'issuance',
      credential: `acme/${hiddenName}/c`,
      session: {
        flow: 'pre_authorized_code',
        laboratory: {
          credentials: [
            {
              id: 'own',
              format: 'dc+sd-jwt',
              vct: 'urn:example:1',
              claims: { marker: sealedMarker, other: sealedMarker },
              disclosure: [['marker']],
            },
          ],
        },
      },
    },
    {
      id: 'present',
      kind: 'presentation',
      use_case: 'acme/verifier/u',
      session: {
        trust_framework: 'eu',
        access_certificate: { chain, private_key: privateKey },
        registration_certificate: 'none',
      },
    },
    { id: 'outside', kind: 'custom', custom_check: `acme/${hiddenName}` },
  ],
})
