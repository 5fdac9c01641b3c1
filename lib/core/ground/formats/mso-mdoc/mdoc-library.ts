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

// When the library is loaded, it replaces the error texts of zod for the whole process: what our
// answers say would then depend on what was imported before. This runs after it.
z.config({ customError: undefined })
