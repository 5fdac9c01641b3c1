import type { Digest } from '../../../ports/ports'
import { toBase64 } from '../../../values/base64'
import { toBase64url } from '../../../values/base64url'
import { toHex } from '../../../values/to-hex'
import { word } from '../../../values/wording'
import type { ReadingBudget } from '../../reading-budget'
import type { Hint, HintCode } from './hint'
import type { PresentKbJwt } from './kb-jwt-reading'
import type { HashName } from './sd-jwt-vc-reading'
import { type SplitPresentation, splitPresentation } from './split-presentation'

/** Bounds of what is hashed again and again. */
const bounds = { characters: 256 * 1024, disclosures: 64, otherForms: 20 } as const

/** Forms that are tried with every other algorithm: those that every presentation has. */
const formsMax = 5

const hashNames: readonly HashName[] = ['sha-256', 'sha-384', 'sha-512']

/** Tries what a wrong `sd_hash` was made over, how, and how it was written. Never throws. RFC9901-4.3.1 */
export function hintsOfSdHash({
  sdHash,
  split,
  hash,
  digest,
  otherForms,
  budget,
}: {
  readonly sdHash: PresentKbJwt['sdHash']
  readonly split: SplitPresentation
  readonly hash: HashName
  readonly digest: Digest
  readonly otherForms: readonly string[]
  /** Of the answer that the presentation came in: without it no hint is looked for. */
  readonly budget: Pick<ReadingBudget, 'hintCharacters'>
}): readonly Hint[] {
  const { matches, value } = sdHash
  if (matches || value === null || value === '' || split.sdJwt.length > bounds.characters) return []
  const hints = (...codes: readonly (HintCode | null)[]): Hint[] =>
    codes.flatMap((found) => (found === null ? [] : [{ about: 'vp.kb.sd_hash', found, detail: null }]))
  // Each form is about as long as the presentation, and the first ones are hashed once more for each other algorithm.
  const tried =
    3 * formsMax +
    Math.min(otherForms.length, bounds.otherForms) +
    Math.min(split.disclosures.length, bounds.disclosures)
  budget.hintCharacters -= tried * split.sdJwt.length
  if (budget.hintCharacters < 0) return []
  const forms = candidates(split, otherForms)
  for (const { over, code } of forms) {
    const written = spellingOf(value, digest(hash, over))
    if (written !== undefined) return hints(code, written)
  }
  for (const other of hashNames) {
    if (other === hash) continue
    for (const { over, code } of forms.slice(0, formsMax)) {
      const written = spellingOf(value, digest(other, over))
      if (written === undefined) continue
      return [
        { about: 'vp.kb.sd_hash', found: 'sd_hash_with_another_algorithm', detail: word(other) },
        ...hints(code, written),
      ]
    }
  }
  return []
}

interface Candidate {
  readonly over: string
  /** `null`: made over the right text. */
  readonly code: HintCode | null
}

function candidates({ sdJwt, issuerJwt, disclosures }: SplitPresentation, otherForms: readonly string[]): Candidate[] {
  const lessOne = disclosures.length > bounds.disclosures ? [] : disclosures
  return [
    { over: sdJwt, code: null },
    { over: sdJwt.slice(0, -1), code: 'sd_hash_without_final_tilde' },
    { over: `${issuerJwt}~`, code: 'sd_hash_without_disclosures' },
    { over: issuerJwt, code: 'sd_hash_of_issuer_jwt' },
    {
      over: `${[issuerJwt, ...[...disclosures].reverse()].join('~')}~`,
      code: disclosures.length > 1 ? 'sd_hash_in_another_order' : null,
    },
    ...otherForms
      .slice(0, bounds.otherForms)
      .filter((form) => form.length <= bounds.characters)
      .map((form): Candidate => ({ over: splitPresentation(form).sdJwt, code: 'sd_hash_of_another_form' })),
    ...lessOne.map(
      (_, left): Candidate => ({
        over: `${[issuerJwt, ...disclosures.filter((__, index) => index !== left)].join('~')}~`,
        code: 'sd_hash_with_one_disclosure_less',
      }),
    ),
  ]
}

/** How the digest is written: `null` as it should be, `undefined` when the text is something else. */
function spellingOf(value: string, digest: Uint8Array): HintCode | null | undefined {
  const text = toBase64url(digest)
  if (value === text) return null
  if (/^=+$/.test(value.slice(text.length)) && value.startsWith(text)) return 'sd_hash_with_padding'
  if (value === toBase64(digest)) return 'sd_hash_as_base64'
  const hex = toHex(digest)
  // Some encode the hexadecimal text once more.
  if (value.toLowerCase() === hex || value === toBase64url(new TextEncoder().encode(hex))) return 'sd_hash_as_hex'
  return undefined
}
