import { isObject, type JsonObject } from '@/lib/core/ground/values/json'
import { Facts } from '../facts'
import { Folded } from '../folded'
import { documentsOf, elementsByName } from '../model/presented-result'
import { ChainFacts } from './chain-facts'
import { DecodedPart } from './decoded-part'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

const methodWords: Readonly<Record<string, string>> = {
  deviceSignature: 'a signature of the device',
  deviceMac: 'a MAC of the device',
}

/** The documents of a presented mdoc: what the issuer signed in each, and how the device proved possession. */
export function MdocParts({ decoded }: { readonly decoded: JsonObject }) {
  const documents = documentsOf(decoded)
  if (documents.length === 0) return <p className="text-sm text-ink-2">It contains no document.</p>
  return documents.map((document, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: documents have no names, and the list never changes
    <DocumentParts key={index} document={document} ordinal={documents.length > 1 ? index + 1 : null} />
  ))
}

function DocumentParts({ document, ordinal }: { readonly document: JsonObject; readonly ordinal: number | null }) {
  const { doc_type, mso, elements, issuer_auth, device_signed } = document
  const validity = isObject(mso) && isObject(mso.validity) ? mso.validity : {}
  const device = isObject(device_signed) ? device_signed : null
  const methods = texts(device?.methods)
  const own = texts(device?.elements)
  return (
    <>
      <Facts
        facts={[
          [ordinal === null ? 'Document type' : `Document ${ordinal}`, text(doc_type)],
          [
            'Valid',
            validity.valid_from && validity.valid_until
              ? `${text(validity.valid_from)} to ${text(validity.valid_until)}`
              : null,
          ],
          [
            'Device proof',
            methods.length === 0 ? 'none' : methods.map((method) => methodWords[method] ?? method).join(', '),
          ],
          ['Stated by the device', own.length === 0 ? null : own.join(', ')],
        ]}
      />
      {isObject(mso) && <DecodedPart title="Mobile security object as decoded" tree={mso} />}
      {Array.isArray(elements) && elements.length > 0 && (
        <DecodedPart title="Elements as decoded" tree={elementsByName(document)} />
      )}
      <Folded title="Certificate chain of the issuer">
        <ChainFacts x5c={isObject(issuer_auth) ? issuer_auth.x5chain : null} />
      </Folded>
    </>
  )
}
