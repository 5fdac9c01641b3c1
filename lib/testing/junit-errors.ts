import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The part of libxml2 that is used here. */
const xmllint: {
  validateXML(documents: { readonly xml: File; readonly schema: string }): Promise<{
    readonly valid: boolean
    readonly errors: readonly { readonly message: string }[]
  }>
} = require('xmllint-wasm')

interface File {
  readonly fileName: string
  readonly contents: string
}

const schema = readFileSync(new URL('junit-10.xsd', import.meta.url), 'utf8')

/** Errors of a document by Jenkins' JUnit XML schema, read by libxml2; empty for a valid one. */
export async function junitErrors(xml: string): Promise<string[]> {
  const { valid, errors } = await xmllint.validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema })
  const said = errors.map(({ message }) => message)
  return valid || said.length > 0 ? said : ['The document is not valid.']
}
