import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quoteStart, say } from '../../../ground/values/wording'
import type { MetadataReading } from '../../read/metadata-reading'

/**
 * One language of the list, without surrounding spaces. Spaces can match in one place only, so it is parsed in linear
 * time.
 */
const tag = /^(\*|[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)(\s*;\s*q=[01](\.\d{0,3})?)?$/

export const metadataAcceptLanguage = defineCheck<MetadataReading>('vci.metadata.accept_language', {
  title: 'Metadata request names the languages of the user',
  problem: 'The metadata request names no language of the user',
  clauses: ['OID4VCI-1FINAL-12.2.2'],
  level: 'info',
  why: 'An issuer with several languages can then send the right texts.',
  hint: 'Send Accept-Language with the language tags of the user, for example it, en;q=0.5.',
  run: ({ document, acceptLanguage }) => {
    if (document !== 'issuer_metadata') return notApplicable(say`Only issuer metadata contains display texts.`)
    if (acceptLanguage === null) return violated({ expected: say`Accept-Language`, actual: bare.absent })
    const wellFormed = acceptLanguage.split(',').every((part) => tag.test(part.trim()))
    const actual = quoteStart(acceptLanguage, 200)
    return wellFormed ? pass(actual) : violated({ expected: say`language tags of BCP 47`, actual })
  },
})
