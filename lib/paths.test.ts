import { describe, expect, it } from 'vitest'
import { fromItself, issuanceAddresses, paths } from './paths'

describe('paths', () => {
  it('keeps the addresses that people have bookmarked', () => {
    expect([
      paths.start(),
      paths.startIssuance(),
      paths.createIssuance(),
      paths.inspectIssuance('a-b'),
      paths.inspectIssuance('a-b', { exchange: 'x', tab: 'checks', check: 'vci.dpop.htu' }),
      paths.issuanceRevision('a-b'),
      paths.runWallet('a-b'),
      paths.startPresentation(),
      paths.createPresentation(),
      paths.inspectPresentation('a-b', { check: 'vp.kb.nonce' }),
      paths.presentationRevision('a-b'),
      paths.runPresentationWallet('a-b'),
      paths.checks(),
      paths.checks({ q: 'invalid proof', level: 'must' }),
      paths.check('vci.dpop.htu'),
      paths.docs(),
      paths.apiDocs(),
      paths.phone(),
      paths.ledger(),
      paths.ledgerRows(null),
      paths.api.session('a-b'),
      paths.api.presentationSession('a-b'),
    ]).toMatchInlineSnapshot(`
      [
        "/",
        "/start/issuance",
        "/start/issuance/create",
        "/inspect/issuance/a-b",
        "/inspect/issuance/a-b?exchange=x&tab=checks&check=vci.dpop.htu",
        "/inspect/issuance/a-b/revision",
        "/inspect/issuance/a-b/wallet",
        "/start/presentation",
        "/start/presentation/create",
        "/inspect/presentation/a-b?check=vp.kb.nonce",
        "/inspect/presentation/a-b/revision",
        "/inspect/presentation/a-b/wallet",
        "/checks",
        "/checks?q=invalid+proof&level=must",
        "/checks/vci.dpop.htu",
        "/docs",
        "/docs/api",
        "/phone",
        "/ledger",
        "/ledger/rows",
        "/sessions/a-b",
        "/openid4vp/sessions/a-b",
      ]
    `)
  })

  it('leaves the path out of links that a page has to itself, but not where nothing else is left', () => {
    const page = fromItself(issuanceAddresses('a-b').page)
    expect(page({ check: 'vci.dpop.htu' })).toBe('?check=vci.dpop.htu')
    expect([page(), page({ q: undefined })]).toEqual(['/inspect/issuance/a-b', '/inspect/issuance/a-b'])
  })

  it('keeps the session that a workbench shows in each link to a part of it', () => {
    const page = fromItself(issuanceAddresses('a-b').page, { wing: 'presentation', session: '3' })
    expect(page({ check: 'vp.kb.aud' })).toBe('?check=vp.kb.aud&wing=presentation&session=3')
    expect(page()).toBe('?wing=presentation&session=3')
  })

  it('omits unset options and escapes the others', () => {
    expect(paths.inspectIssuance('a/b', { exchange: undefined, q: '' })).toBe('/inspect/issuance/a%2Fb')
    expect(paths.checks({ q: 'a&b' })).toBe('/checks?q=a%26b')
  })

  it('puts no page below a segment of the API', () => {
    const reserved =
      /^\/(\.well-known|issuers|authorization-servers|sessions|openid4vp|oid4vci|api|healthz|readyz|metrics|pki|media|badge|campaigns)(\/|$)/
    const pages = [
      paths.start(),
      paths.startIssuance(),
      paths.createIssuance(),
      paths.inspectIssuance('x'),
      paths.issuanceRevision('x'),
      paths.runWallet('x'),
      paths.startPresentation(),
      paths.createPresentation(),
      paths.inspectPresentation('x'),
      paths.presentationRevision('x'),
      paths.runPresentationWallet('x'),
      paths.checks(),
      paths.check('x'),
      paths.apiDocs(),
      paths.phone(),
      paths.ledger(),
      paths.ledgerRows('x'),
    ]
    expect(pages.filter((page) => reserved.test(page))).toEqual([])
  })
})
