import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Where texts of the catalogue are produced. Each was reviewed: none of it comes from a request. */
const sayers = [
  'engine/checks/evaluate.ts',
  'issuer/checks/metadata.ts',
  'issuer/judgements/changed-on-purpose.ts',
  'issuer/judgements/judge-deviation.ts',
  'verifier/checks/jwe/payload.ts',
  'verifier/checks/negative.ts',
  'verifier/checks/token.ts',
  'verifier/judgements/deviation-reasons.ts',
  'verifier/judgements/proof-reasons.ts',
  'verifier/judgements/removed-on-purpose.ts',
]

it('only texts of the catalogue are called ours without a template, at the places that were read for it', () => {
  const core = new URL('../core/', import.meta.url)
  const found = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|values\/wording\.ts$/.test(file))
    .filter((file) => /\bdeclared\(/.test(readFileSync(new URL(file, core), 'utf8')))
  expect(found.sort()).toEqual(sayers)
})
