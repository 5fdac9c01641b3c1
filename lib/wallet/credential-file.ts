import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { WalletStop } from './errors'
import { readKeptMdoc } from './formats/mso-mdoc/verify'
import { readClaims } from './formats/sd-jwt-vc/disclosures'
import type { HeldCredential } from './formats/stored-credential'
import { readJws } from './jose/jws'
import { walletKeyOf } from './jose/key'
import { isObject, type JsonObject, objectMember, readJson, stringMember } from './json'

/**
 * Writes credentials with their private keys to a file that only its owner can read, replacing its content. Throws file
 * system errors.
 */
export function writeCredentialFile(file: string, credentials: HeldCredential[]): void {
  const entries = credentials.map(({ format, raw, holderKey }) => ({
    format,
    credential: raw,
    ...(holderKey === null ? {} : { holder_key: holderKey.privateKey.export({ format: 'jwk' }) }),
  }))
  writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`, { mode: 0o600 })
}

/**
 * Reads this wallet's credentials from such a file. They were verified before they were written and are not verified
 * again. Throws file system errors.
 * @throws WalletStop when the file holds something else
 */
export function readCredentialFile(file: string): HeldCredential[] {
  const entries = readJson(readFileSync(file, 'utf8'))
  if (!Array.isArray(entries)) throw new WalletStop('The file of credentials is not a JSON array')
  return entries.filter(isObject).flatMap((entry) => {
    switch (entry.format) {
      case 'dc+sd-jwt':
        return [readSdJwtVc(entry)]
      case 'mso_mdoc':
        return [readMdoc(entry)]
      default:
        return []
    }
  })
}

function readMdoc(entry: JsonObject): HeldCredential {
  const raw = stringMember(entry, 'credential')
  const holderKey = readKey(objectMember(entry, 'holder_key'))
  if (raw === null || holderKey === null) return incomplete()
  const { doctype, elements, expiresAt } = readKeptMdoc(raw)
  return {
    format: 'mso_mdoc',
    type: String(doctype),
    raw,
    claims: Object.fromEntries(elements),
    verified: {
      holderThumbprint: holderKey.thumbprint,
      signedBy: 'x5c',
      chainTrusted: null,
      disclosures: [...elements.values()].reduce((sum, members) => sum + Object.keys(members).length, 0),
      expiresAt,
    },
    holderKey,
  }
}

function incomplete(): never {
  throw new WalletStop('The file of credentials has an entry without credential or holder_key')
}

function readSdJwtVc(entry: JsonObject): HeldCredential {
  const raw = stringMember(entry, 'credential') ?? ''
  const [issuerJwt = '', ...disclosures] = raw.split('~').slice(0, -1)
  const payload = readJws(issuerJwt)?.claims
  const type = stringMember(payload, 'vct')
  const holderKey = readKey(objectMember(entry, 'holder_key'))
  if (payload === undefined || type === null) return incomplete()
  // A credential without a key binding has no key in the file either.
  if (holderKey === null && Object.hasOwn(payload, 'cnf')) return incomplete()
  const { value } = readClaims(payload, disclosures)
  return {
    format: 'dc+sd-jwt',
    type,
    raw,
    claims: isObject(value) ? value : {},
    verified: {
      holderThumbprint: holderKey?.thumbprint ?? null,
      signedBy: 'x5c',
      chainTrusted: null,
      disclosures: disclosures.length,
      expiresAt: typeof payload.exp === 'number' ? payload.exp : null,
    },
    holderKey,
  }
}

function readKey(jwk: JsonObject | null) {
  if (jwk === null) return null
  try {
    const key: JsonWebKey = jwk
    return walletKeyOf(createPrivateKey({ key, format: 'jwk' }))
  } catch {
    return null
  }
}
