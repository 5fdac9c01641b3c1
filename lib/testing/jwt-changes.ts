import { sign } from 'node:crypto'
import type { JwtDraft } from '@/lib/wallet/jose/jws'
import type { WalletKey } from '@/lib/wallet/jose/key'
import type { JwtChange } from './hand-wallet'

const put = (part: JwtDraft['header'], name: string, value: unknown): void => {
  if (value === undefined) delete part[name]
  else part[name] = value
}

/** Sets a member of the JOSE header; `undefined` removes it. */
export const header =
  (name: string, value: unknown): JwtChange =>
  (draft) =>
    put(draft.header, name, value)

/** Sets a claim; `undefined` removes it. */
export const claim =
  (name: string, value: unknown): JwtChange =>
  (draft) =>
    put(draft.claims, name, value)

/** Signs with another key. */
export const signedBy =
  (key: WalletKey): JwtChange =>
  (draft) => {
    draft.key = key
  }

/** Changes one character within the signature. */
export const spoilt: JwtChange = (draft) => {
  draft.finish = (compact) => {
    const at = compact.length - 20
    return compact.slice(0, at) + (compact[at] === 'A' ? 'B' : 'A') + compact.slice(at + 1)
  }
}

/** Several changes, one after the other. */
export const all =
  (...changes: readonly JwtChange[]): JwtChange =>
  (draft) => {
    for (const change of changes) change(draft)
  }

/** Writes a member twice, first with another value, and signs the result. */
export const twice = (part: 'header' | 'claims', name: string): JwtChange =>
  rewritten(part, (text) => text.replace('{', `{"${name}":"other",`))

/** Rewrites the JSON text of a part, and signs the result. */
export const rewritten =
  (part: 'header' | 'claims', rewrite: (text: string) => string): JwtChange =>
  (draft) => {
    draft.finish = (compact) => {
      const parts = compact.split('.').slice(0, 2)
      const input = parts.map((encoded, index) => {
        if (index !== (part === 'header' ? 0 : 1)) return encoded
        const text = Buffer.from(encoded, 'base64url').toString('utf8')
        return Buffer.from(rewrite(text)).toString('base64url')
      })
      const key = { key: draft.key.privateKey, dsaEncoding: 'ieee-p1363' } as const
      return [...input, sign('sha256', Buffer.from(input.join('.')), key).toString('base64url')].join('.')
    }
  }
