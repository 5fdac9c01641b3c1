import { createDecipheriv, createHash, createPublicKey, verify } from 'node:crypto'
import { WalletStop } from '../errors'
import { type CborMap, CborTag, type CborValue, embed, readCbor, toBeSigned, writeCbor } from '../formats/mso-mdoc/cbor'
import { type Handover, sessionTranscript } from '../formats/mso-mdoc/present'
import { decryptJwe } from '../jose/jwe'
import { readJws, verifyEs256 } from '../jose/jws'
import { type EcPublicJwk, readEcJwk, thumbprint, type WalletKey } from '../jose/key'
import { isObject, objectMember, readJsonObject } from '../json'
import { keysOf } from '../verifier/dc-api/annex-c/hpke'
import type { Received } from './received'

/**
 * What was sent, as comparable text: decodes JWTs, and replaces each random signature by the number of the key that
 * verifies it. Two runs with equal ports give equal pictures unless the wallet acted differently.
 */
export function wirePicture(received: Received[], keys: WalletKey[]): string[] {
  return received.map(({ method, path, query, rawHeaders, body }) => {
    const text = JSON.stringify({
      method,
      path,
      query,
      rawHeaders: rawHeaders.map((value) => open(value, keys)),
      body: openBody(body, keys),
    })
    return text
  })
}

function openBody(body: string, keys: WalletKey[]): unknown {
  try {
    return openAll(JSON.parse(body), keys)
  } catch {
    return body
  }
}

function openAll(value: unknown, keys: WalletKey[]): unknown {
  if (typeof value === 'string') return open(value, keys)
  if (Array.isArray(value)) return value.map((entry: unknown) => openAll(entry, keys))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, openAll(entry, keys)]))
  return value
}

function open(text: string, keys: WalletKey[]): unknown {
  const jws = readJws(text)
  if (jws === null) return text
  const signedBy = keys.findIndex(({ privateKey }) => verifyEs256(jws, createPublicKey(privateKey)))
  return { header: openAll(jws.header, keys), claims: jws.claims, signedBy }
}

/**
 * A device response as comparable values, or null when the text is not one. Replaces each random signature by the
 * number of the key that verifies it; a device signature counts only when it was made for this request.
 *
 * @param keys - that may have signed
 * @param handover - what binds the device's proof to the newest session
 */
function mdocPicture(text: string, keys: WalletKey[], handover: Handover): unknown {
  const response = readResponse(text)
  return response === null ? null : picture(response)

  function picture(value: CborValue, covered: Buffer | null = null): unknown {
    if (Buffer.isBuffer(value)) return value.toString('hex')
    if (value instanceof CborTag) return { tag: value.tag, content: picture(value.value) }
    if (Array.isArray(value)) return signatureIn(value, covered) ?? value.map((element) => picture(element))
    if (!(value instanceof Map)) return value
    const proof = value.has('deviceSigned') ? deviceAuthentication(value) : covered
    return [...value].map(([name, inner]) => [name, picture(inner, proof)])
  }

  /** A COSE_Sign1 with the number of its signer; null for another array. */
  function signatureIn([header, unprotected, payload, signature, ...more]: CborValue[], covered: Buffer | null) {
    if (!Buffer.isBuffer(header) || !Buffer.isBuffer(signature) || more.length > 0) return null
    const signed = Buffer.isBuffer(payload) ? payload : covered
    const signedBy = keys.findIndex(
      ({ privateKey }) =>
        signed !== null &&
        verify(
          'sha256',
          toBeSigned(header, signed),
          { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' },
          signature,
        ),
    )
    const parts = {
      header: picture(header),
      unprotected: picture(unprotected ?? null),
      payload: picture(payload ?? null),
    }
    return { ...parts, ...(signedBy === -1 ? { signature: picture(signature) } : { signedBy }) }
  }

  /** What the device signs for this document and this request (ISO/IEC 18013-5 section 9.1.3.4). */
  function deviceAuthentication(document: CborMap): Buffer | null {
    const deviceSigned = document.get('deviceSigned')
    const nameSpaces = deviceSigned instanceof Map ? deviceSigned.get('nameSpaces') : undefined
    if (nameSpaces === undefined) return null
    const transcript = sessionTranscript(handover)
    const docType = document.get('docType') ?? null
    return writeCbor(embed(writeCbor(['DeviceAuthentication', transcript, docType, nameSpaces])))
  }
}

function readResponse(text: string): CborMap | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null
  try {
    const value = readCbor(Buffer.from(text, 'base64url'))
    return value instanceof Map && value.has('documents') ? value : null
  } catch (error) {
    if (error instanceof WalletStop) return null
    throw error
  }
}

/** Headers that follow from the rest. */
const framing = new Set(['host', 'content-length', 'connection'])

/**
 * What a presentation sent, as comparable text: decrypts JWEs, decodes JWTs, and replaces each random signature by the
 * number of the key that verifies it. Ignores session numbers. Two runs with equal ports give equal pictures unless the
 * wallet acted differently.
 * @param keys - that may have signed
 * @param openers - that responses may be encrypted to, one for each session, the newest last
 * @param handover - what binds the device's proof to the newest session
 */
export function verifierPicture(
  received: Received[],
  { keys, openers, handover }: { keys: WalletKey[]; openers: WalletKey[]; handover: Handover },
): string[] {
  return received.map(({ method, path, query, rawHeaders, body }) =>
    JSON.stringify({
      method,
      path,
      query,
      headers: pairs(rawHeaders).filter(([name = '']) => !framing.has(name.toLowerCase())),
      body: body.startsWith('{') ? openValue(readJsonObject(body)) : [...new URLSearchParams(body)].map(openPair),
    }).replace(/(sessions?[-/])\d+/g, '$1N'),
  )

  function openPair([name, value]: [string, string]): unknown {
    return [name, openText(value)]
  }

  function openValue(value: unknown): unknown {
    if (typeof value === 'string') return openText(value)
    if (Array.isArray(value)) return value.map(openValue)
    if (isObject(value)) return Object.entries(value).map(([name, inner]) => [name, openValue(inner)])
    return value
  }

  function openText(text: string): unknown {
    if (text.startsWith('{'))
      return {
        json: openValue(readJsonObject(text)),
        length: text.length > 5000 ? 'long' : 'short',
        doubled: doubled(text),
      }
    if (text.includes('~')) return openSdJwt(text)
    if (text.split('.').length === 5) return openJwe(text)
    return openJws(text) ?? mdocPicture(text, keys, handover) ?? openIsoMdoc(text) ?? text
  }

  /** Parsing would merge duplicate members. */
  function doubled(text: string): boolean {
    const [first = ''] = Object.keys(readJsonObject(text) ?? {})
    return text.split(`"${first}":`).length > 2
  }

  function openJwe(jwe: string): unknown {
    const [head = '', encryptedKey] = jwe.split('.')
    const header = readJsonObject(Buffer.from(head, 'base64url').toString('utf8'))
    const epk = readEcJwk(objectMember(header, 'epk'))
    const shape = { header, epk: epk === null ? null : thumbprint(epk), encryptedKey }
    for (const [age, key] of [...openers].reverse().entries()) {
      const opened = decryptJwe(jwe, key)
      if (opened !== null) return { ...shape, age, content: openText(opened.plaintext) }
    }
    return { ...shape, content: 'sealed' }
  }

  /** An `org-iso-mdoc` response, opened with the newest session's key; null for another text. */
  function openIsoMdoc(text: string): unknown {
    const key = openers.at(-1)
    const opened = key === undefined ? null : openSealed(text, key, handover)
    return opened === null ? null : { sealed: mdocPicture(opened.toString('base64url'), keys, handover) }
  }

  function openSdJwt(text: string): unknown {
    const parts = text.split('~')
    const shown = text.slice(0, text.lastIndexOf('~') + 1)
    const hash = createHash('sha256').update(shown).digest('base64url')
    return parts.map((part, index) => {
      const jws = openJws(part)
      // The hash covers a random signature when the wallet issued the credential to itself.
      return index === parts.length - 1 && jws !== null && jws.claims.sd_hash === hash
        ? { ...jws, claims: { ...jws.claims, sd_hash: 'as it should be' } }
        : (jws ?? part)
    })
  }

  function openJws(text: string) {
    const jws = readJws(text)
    if (jws === null) return null
    const signedBy = keys.findIndex(({ privateKey }) => verifyEs256(jws, createPublicKey(privateKey)))
    return { header: jws.header, claims: jws.claims, signedBy }
  }
}

function pairs(rawHeaders: string[]): string[][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
}

/** An `org-iso-mdoc` response, opened as its verifier does; null for another text, or another key. */
export function openSealed(text: string, key: WalletKey, { browser }: Handover): Buffer | null {
  const [name, sealed] = readStructure(text)
  if (name !== 'dcapi' || !(sealed instanceof Map) || browser === undefined) return null
  const [enc, cipherText] = [sealed.get('enc'), sealed.get('cipherText')]
  if (!Buffer.isBuffer(enc) || enc.length !== 65 || !Buffer.isBuffer(cipherText)) return null
  const ephemeral = pointOf(enc)
  const info = writeCbor(sessionTranscript({ clientId: '', nonce: '', jwkThumbprint: null, responseUri: '', browser }))
  const shared = { own: key, other: ephemeral, ephemeral, recipient: key.publicJwk, info }
  try {
    const keys = keysOf(shared)
    const decipher = createDecipheriv('aes-128-gcm', keys.key, keys.nonce)
    decipher.setAuthTag(cipherText.subarray(-16))
    return Buffer.concat([decipher.update(cipherText.subarray(0, -16)), decipher.final()])
  } catch {
    return null
  }
}

function readStructure(text: string): CborValue[] {
  try {
    const value = /^[A-Za-z0-9_-]+$/.test(text) ? readCbor(Buffer.from(text, 'base64url')) : null
    return Array.isArray(value) ? value : []
  } catch (error) {
    if (error instanceof WalletStop) return []
    throw error
  }
}

const pointOf = (point: Buffer): EcPublicJwk => ({
  kty: 'EC',
  crv: 'P-256',
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33).toString('base64url'),
})

/**
 * The mechanism by which a misbehaviour changes a run, e.g. `patchForm`, or `repeat+patchFacts`; with `runs` if it
 * takes several. Misbehaviours with the same mechanism differ in what they write, not in how it gets onto the wire.
 */
export function wayOf(misbehaviour: { readonly needs?: { readonly runs?: number } }): string {
  const hooks = Object.keys(misbehaviour).filter((member) =>
    /^(?:patch|probe$|followsRedirect$|skip$|repeat$|byProfile$|sendsPlain$)/.test(member),
  )
  return [...hooks, ...(misbehaviour.needs?.runs === undefined ? [] : ['runs'])].join('+')
}
