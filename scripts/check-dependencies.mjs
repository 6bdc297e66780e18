import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

/**
 * `npm run check:dependencies`: no package of a running market has a known vulnerability or an unusual licence, and the
 * lockfile names no registry but npm's own.
 */
const REGISTRY = 'https://registry.npmjs.org/';
/** Permissive licences, and MPL-2.0 and LGPL for libraries that are linked and not changed. */
const LICENCES =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|OFL-1\.1|Python-2\.0|Unlicense|MPL-2\.0|LGPL-3\.0-or-later|PostgreSQL)( (AND|OR) [A-Za-z0-9.-]+)*\)?$/;

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
const installed = Object.entries(packages).filter(([place]) => place.startsWith('node_modules/'));
const faults = [...foreignHosts(), ...unusualLicences(), ...vulnerabilities()];
for (const fault of faults) {
  console.error(fault);
}
console.log(`${installed.length} packages, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

function foreignHosts() {
  return installed
    .filter(([, { resolved, link }]) => resolved && !link && !resolved.startsWith(REGISTRY))
    .map(([place, { resolved }]) => `${place} comes from ${resolved}`);
}

/** Checks the packages installed on this machine; skips those for other platforms. */
function unusualLicences() {
  return installed
    .filter(([, { dev, link }]) => !dev && !link)
    .map(([place, { license }]) => [place, license ?? licenceOf(place)])
    .filter(([, licence]) => licence !== null && !LICENCES.test(licence))
    .map(([place, licence]) => `${place} has the licence ${licence}`);
}

function licenceOf(place) {
  const manifest = path.join(ROOT, place, 'package.json');
  return existsSync(manifest)
    ? String(JSON.parse(readFileSync(manifest, 'utf8')).license ?? 'unknown')
    : null;
}

function vulnerabilities() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' });
  const report = JSON.parse(stdout || '{}');
  if (!report.vulnerabilities) {
    return [`npm audit could not be run: ${report.message ?? report.error?.summary ?? 'no answer'}`];
  }
  return Object.values(report.vulnerabilities).map(
    ({ name, severity }) => `${name} is vulnerable (${severity})`,
  );
}
