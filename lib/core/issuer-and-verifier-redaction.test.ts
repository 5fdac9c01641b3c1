import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { createRedaction } from './engine/redaction/create-redaction'
import { redactDetail } from './engine/redaction/message/redact-finding'
import { issuerRedaction } from './issuer/redaction/issuer-redaction'
import { redactionOf, redactLine, redactPath } from './issuer-and-verifier-redaction'
import { verifierRedaction } from './verifier/redaction/verifier-redaction'

describe('the redaction of an exchange', () => {
  it.each([
    '/openid4vp/sessions/9b2f3c52-7a0e-4c8e-9a3a-0c1f3f7a1f11/response',
    '/openid4vp/response',
    '/openid4vp',
    '//OpenID4VP/response',
    '/openid4vp/anywhere',
  ])('is that of presentations at %s', (path) => {
    expect(redactionOf(path)).toBe(verifierRedaction)
  })
  it.each(['/', '/issuers/eu-pid-device-bound/token', '/openid4vpx', '/sessions/openid4vp/response'])(
    'is that of issuance at %s',
    (path) => {
      expect(redactionOf(path)).toBe(issuerRedaction)
    },
  )
})

describe('text that belongs to no exchange', () => {
  it('loses the secrets of every protocol', () => {
    expect(redactLine('proofs=a&response=b&nonce=c&sub=d')).toBe(
      'proofs=[redacted:1]&response=[redacted:1]&nonce=[redacted:1]&sub=[redacted:1]',
    )
    expect(redactPath('/a/response=b/c')).toBe('/a/response=[redacted:1]/c')
  })

  it.each(['/w/', '//w//', '/w/view/', '/W/', '/x/d///', '/workbenches/', '/d%2F', '/d%2f/'])(
    'loses the id of a workbench behind %s',
    (before) => {
      const path = `${before}AbCdEfGhIjKlMnOpQr-_uv`
      expect(redactPath(`${path}/runs`)).toBe(`${before}~/runs`)
      expect(redactLine(`{"path":"${path}"}`)).toBe(`{"path":"${before}~"}`)
      expect(redactPath(`${path}w`)).toBe(`${path}w`)
    },
  )
})

/** Texts of several words in a file of the core, with `value` for what is put into them. */
function ownTexts(file: URL): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text)
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('value'))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return texts.filter((text) => text.includes(' '))
}

describe('what we write ourselves', () => {
  const core = new URL('.', import.meta.url)
  const texts = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|examples)\.ts$|fixtures/.test(file))
    .flatMap((file) => ownTexts(new URL(file, core)))

  it.each([
    ['issuance', issuerRedaction],
    ['presentations', verifierRedaction],
  ])('is nothing that the redaction of %s takes for a secret', (_, profile) => {
    expect(texts.length).toBeGreaterThan(3000)
    const redaction = createRedaction({ profile, fingerprint: () => 'f' })
    expect(texts.map((told) => redactDetail({ told }, redaction, null))).toEqual(texts.map((told) => ({ told })))
  })
})
