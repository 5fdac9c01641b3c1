import { z } from 'zod'

export {
  CoseKey,
  cborEncode,
  DataItem,
  DateOnly,
  DeviceKey,
  DeviceKeyInfo,
  Header,
  IssuerAuth,
  IssuerNamespaces,
  IssuerSigned,
  IssuerSignedItem,
  type MdocContext,
  MobileSecurityObject,
  ProtectedHeaders,
  SignatureAlgorithm,
  UnprotectedHeaders,
  ValidityInfo,
  ValueDigests,
} from '@owf/mdoc'

// When it is loaded, the library puts its own error texts in the place of zod's, for the whole process: what our
// answers say would then depend on what was imported before. This runs after it.
z.config({ customError: undefined })
