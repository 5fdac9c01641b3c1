export { WorkbenchEnded as default, workbenchEndedMetadata as metadata } from '@/components/site/fallback-pages'
