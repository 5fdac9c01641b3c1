import { describe, expect, it } from 'vitest'
import { toBase64url, utf8 } from '../../values/base64url'
import { describeSdJwtVc } from './issue-sd-jwt-vc'

const disclosure = (...content: unknown[]): string => toBase64url(utf8(JSON.stringify(content)))
const salt = '2GLC42sKQveCfGfryNRN9w'
const digest = 'X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0'

describe('the description of an SD-JWT VC', () => {
  it('names claim and value of each Disclosure, without salt and digests', () => {
    const credential = [
      'aaa.bbb.ccc',
      disclosure(salt, 'given_name', 'Elena'),
      disclosure(salt, 'address', { _sd: [digest, digest], country: 'IT' }),
      disclosure(salt, 'nationalities', ['IT', { '...': digest }]),
      disclosure(salt, 'DE'),
      '',
    ].join('~')
    expect(describeSdJwtVc(credential)).toEqual({
      kind: 'credential',
      disclosures: [
        { claim: 'given_name', value: 'Elena' },
        { claim: 'address', value: { concealed: 2, country: 'IT' } },
        { claim: 'nationalities', value: ['IT', { concealed: 1 }] },
        { value: 'DE' },
      ],
    })
  })

  it('leaves out what is not a Disclosure, and is null for what is not an SD-JWT', () => {
    const broken = ['*', disclosure(salt), disclosure(salt, 5, 'x'), toBase64url(utf8('{}'))].join('~')
    expect(describeSdJwtVc(`aaa.bbb.ccc~${broken}~`)).toEqual({ kind: 'credential', disclosures: [] })
    for (const other of ['', 'aaa.bbb.ccc', 'aaa~', 'oWE']) expect(describeSdJwtVc(other)).toBeNull()
  })
})
