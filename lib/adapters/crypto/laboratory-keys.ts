import { type KeyObject, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { IssuerKeys, LaboratoryKeys } from '@/lib/core/shared/ports/keys'
import {
  type LaboratoryCertificates,
  type LaboratoryTrust,
  laboratoryIssuerId,
} from '@/lib/core/shared/ports/laboratory'
import type { Clock, Signer } from '@/lib/core/shared/ports/ports'
import { epochMillis, startOfHour } from '@/lib/core/shared/time/time'
import { trustAddress } from '@/lib/core/shared/trust/trust-addresses'
import { credentialLeafProfile, laboratoryCaProfile, mdocLeafProfile, rootProfile } from './certificate-profiles'
import { decrypter } from './decrypter'
import {
  type CertificateIssuer,
  type CertificateProfile,
  makeCertificate,
  makeCertificateDer,
} from './make-certificate'
import type { Root } from './open-leaf'
import { certifiedSigner, derivedKey, signer } from './signer'
import { type Authorities, mintAccess } from './trust/open-trust-keys'
import { accessProfile, leafLife, sealProfile } from './trust/trust-profiles'

/** Number of laboratories whose keys are cached; others are derived again. */
const rememberedMax = 256

/** Purpose of a key: a role of an issuer, or the CA that it signs for. */
type Purpose = keyof IssuerKeys | 'root' | `intermediate${number}`

/**
 * The keys of laboratories, derived from the installation key: they are never stored, survive a restart, and are the
 * same in every process. The installation's root certifies them. RFC 5869
 */
export function laboratoryKeys({
  installationKey,
  root,
  baseUrl,
  authorities,
  now,
}: {
  readonly installationKey: Uint8Array
  readonly root: Root
  readonly baseUrl: string
  readonly authorities: () => Promise<Authorities>
  readonly now: Clock
}): LaboratoryKeys {
  const known = new LRUCache<string, Map<Purpose, KeyObject>>({ max: rememberedMax })
  const signers = new LRUCache<string, IssuerKeys>({ max: rememberedMax })

  const keyOf = (id: string, purpose: Purpose): KeyObject => {
    const keys = known.get(id) ?? new Map<Purpose, KeyObject>()
    known.set(id, keys)
    const key = keys.get(purpose) ?? derivedKey(installationKey, `lab|${id}|${purpose}`)
    keys.set(purpose, key)
    return key
  }
  const certified = (id: string, purpose: 'credential' | 'mdoc' | 'access', x5c: readonly string[]): Signer =>
    certifiedSigner(
      keyOf(id, purpose),
      x5c.map((der) => new X509Certificate(Buffer.from(der, 'base64'))),
    )

  /** Certificates of a laboratory from the authorities of the European trust framework. */
  const certifyInTrust = async (id: string, { mdocSigner }: LaboratoryTrust): Promise<LaboratoryCertificates> => {
    const { access, pid } = (await authorities()).published
    // On the hour, as for other laboratories.
    const at = startOfHour(now())
    const made = async (
      purpose: 'credential' | 'mdoc' | 'access',
      issuer: CertificateIssuer,
      profile: CertificateProfile,
    ) => [(await makeCertificateDer(keyOf(id, purpose), issuer, profile)).toString('base64')]
    const seal = (purpose: 'credential' | 'mdoc') =>
      made(purpose, pid, sealProfile({ laboratoryId: id, purpose, mdocSigner, baseUrl, authority: pid.name, now: at }))
    const root = derOf(pid.certificate)
    return {
      credential: await seal('credential'),
      mdoc: await seal('mdoc'),
      access: await made(
        'access',
        access,
        accessProfile({
          service: 'issuer',
          baseUrl,
          authority: access.name,
          revocationList: trustAddress.revocationList(baseUrl, access.name),
          life: leafLife(at),
        }),
      ),
      root,
      mdoc_root: root,
    }
  }

  return {
    accessToken: (id) => signer(keyOf(id, 'accessToken')),
    keys({ id, certificates }) {
      const opened = signers.get(id)
      if (opened !== undefined) return opened
      // Most requests need only one of them, and often only a laboratory's metadata is read.
      const { access } = certificates
      const made = whenAsked<IssuerKeys>({
        ...(access !== undefined && { access: () => certified(id, 'access', access) }),
        accessToken: () => signer(keyOf(id, 'accessToken')),
        credential: () => certified(id, 'credential', certificates.credential),
        mdoc: () => certified(id, 'mdoc', certificates.mdoc),
        requestEncryption: () => decrypter(keyOf(id, 'requestEncryption')),
      })
      signers.set(id, made)
      return made
    },
    async stranger(id) {
      const rootKey = derivedKey(installationKey, `lab|${id}|stranger-root`)
      const key = derivedKey(installationKey, `lab|${id}|stranger`)
      const at = now()
      const unpublished = await makeCertificate(rootKey, { privateKey: rootKey, certificate: null }, rootProfile(at))
      const input = {
        issuerConfigurationId: laboratoryIssuerId(id),
        baseUrl,
        now: at,
        rootNotAfter: epochMillis(Date.parse(unpublished.validTo)),
      }
      const issuer = { privateKey: rootKey, certificate: unpublished }
      return certifiedSigner(key, [await makeCertificate(key, issuer, credentialLeafProfile(input))])
    },
    async mintAccess(id, how) {
      const place = { trustId: id, baseUrl, now: now(), authorities: await authorities() }
      return mintAccess({ key: keyOf(id, 'access'), service: 'issuer', how, ...place })
    },
    async mintSeal(id, purpose, how, { mdocSigner }) {
      const { published, strangers } = await authorities()
      const { pid } = how === 'unlisted' ? strangers : published
      const seal = { laboratoryId: id, purpose, mdocSigner, baseUrl, authority: pid.name, now: startOfHour(now()) }
      const profile = sealProfile({ ...seal, statesPid: how !== 'no_qc_statement' })
      const key = keyOf(id, purpose)
      return certifiedSigner(key, [await makeCertificate(key, pid, profile)])
    },
    async certify(id, intermediates = 0, trust = null, identifierSlash = false) {
      const seals = trust === null ? null : await certifyInTrust(id, trust)
      if (seals !== null && intermediates === 0) return seals
      const { privateKey, certificate } = root
      if (privateKey === null) return null
      const input = {
        issuerConfigurationId: laboratoryIssuerId(id),
        identifierSlash,
        baseUrl,
        // On the hour, because credentials of a laboratory's first day are valid from there. RFC9901-10.1
        now: startOfHour(now()),
        rootNotAfter: epochMillis(Date.parse(certificate.validTo)),
      }
      const leaf = async (
        purpose: 'credential' | 'mdoc',
        profile: typeof credentialLeafProfile,
        issuer: CertificateIssuer,
      ) => (await makeCertificateDer(keyOf(id, purpose), issuer, profile(input))).toString('base64')
      const mdoc = seals?.mdoc ?? [await leaf('mdoc', mdocLeafProfile, { privateKey, certificate })]
      if (intermediates === 0)
        return { credential: [await leaf('credential', credentialLeafProfile, { privateKey, certificate })], mdoc }
      const rootKey = keyOf(id, 'root')
      let above: X509Certificate = await makeCertificate(
        rootKey,
        { privateKey: rootKey, certificate: null },
        laboratoryCaProfile(input, 'root'),
      )
      let aboveKey = rootKey
      const ownRoot = derOf(above)
      const chain: string[] = []
      for (let number = 1; number <= intermediates; number += 1) {
        const key = keyOf(id, `intermediate${number}`)
        const issuer = { privateKey: aboveKey, certificate: above }
        above = await makeCertificate(key, issuer, laboratoryCaProfile(input, number))
        aboveKey = key
        chain.unshift(derOf(above))
      }
      const credential = await leaf('credential', credentialLeafProfile, { privateKey: aboveKey, certificate: above })
      return { ...seals, credential: [credential, ...chain], mdoc, root: ownRoot }
    },
  }
}

/** An object whose members are created on first access. */
function whenAsked<Members extends object>(make: { readonly [Name in keyof Members]: () => Members[Name] }): Members {
  const members = {} as Members
  for (const name of Object.keys(make) as (keyof Members)[])
    Object.defineProperty(members, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = make[name]()
        Object.defineProperty(members, name, { value, enumerable: true })
        return value
      },
    })
  return members
}

const derOf = ({ raw }: X509Certificate): string => raw.toString('base64')
