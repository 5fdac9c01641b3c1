import { describe, expect, it } from 'vitest'
import { bind, evaluate } from '../../engine/checks/evaluate'
import { say } from '../../shared/values/wording'
import type { RequestFetchReading } from '../read/request/read-request-fetch'
import { byGet, byPost, metadata, metadataMembers, posted } from './fixtures/request-fetch'
import { requestPostChecks } from './reqpost'
import { requestFetchChecks } from './request'

const evaluated = (reading: RequestFetchReading) =>
  evaluate(
    bind([...requestFetchChecks, ...requestPostChecks], () => reading),
    null,
  )
const errors = (reading: RequestFetchReading) =>
  evaluated(reading)
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .map(({ id, status }) => `${status} ${id}`)

describe('checks of a fetch of the request', () => {
  it('find nothing wrong with a good GET and a good POST', () => {
    expect(errors(byGet)).toEqual([])
    expect(errors(byPost)).toEqual([])
  })

  it('name every error of a fetch and refuse none', () => {
    const bad = posted(
      { urlencoded: false, mediaType: 'application/json', duplicates: ['wallet_nonce'] },
      {
        session: byGet.session,
        accept: '*/*',
        privacy: {
          credentialHeaders: ['cookie'],
          identifyingHeaders: ['x-device'],
          personal: [{ place: 'header x-user', kind: 'did' }],
        },
      },
    )
    expect(errors(bad)).toEqual([
      'fail vp.request.method',
      'fail vp.request.no_credentials',
      'warn vp.request.no_fingerprint',
      'fail vp.request.no_pii',
      'fail vp.reqpost.content_type',
      'fail vp.reqpost.accept',
      'fail vp.reqpost.params_unique',
    ])
    expect(evaluated(bad).filter(({ error, rejected }) => error !== null || rejected)).toEqual([])
  })

  it('judge nothing by metadata that cannot be read', () => {
    const unreadable = metadata({ error: say`It is not JSON.`, value: null, jwks: null, encryption: null })
    expect(errors(unreadable)).toEqual(['fail vp.reqpost.wallet_metadata_json'])
  })

  it('do not compare formats that are malformed with the query', () => {
    const findings = evaluated(metadataMembers({ vp_formats_supported: [] }))
    expect(findings.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual(['vp.reqpost.md_vp_formats'])
    expect(findings.find(({ id }) => id === 'vp.reqpost.md_format_match')?.actual).toEqual({
      blocked_by: ['vp.reqpost.md_vp_formats'],
    })
  })

  it('tell only of the kind of what names a person, never the value', () => {
    const reading: RequestFetchReading = {
      ...byGet,
      privacy: { ...byGet.privacy, personal: [{ place: 'query', kind: 'email' }] },
    }
    expect(evaluated(reading).find(({ id }) => id === 'vp.request.no_pii')?.actual).toEqual(['email in query'])
  })
})
