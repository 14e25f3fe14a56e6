export { OfflineProvider } from './offline-provider.js';
