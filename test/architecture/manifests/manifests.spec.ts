import { Ajv } from 'ajv';
import { load, loadAll } from 'js-yaml';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../src/common/config/config';
import { findUnknownSettings } from '../../../src/common/config/unknown-settings';
import { execForm, lastOf, readDockerfile, type Stage } from '../../support/installation/dockerfile';
import { COMPOSE_SCHEMA, KUBERNETES_SCHEMAS } from './kubernetes-schemas';
import { ROOT } from '../../support/root';

const FOLDER = join(ROOT, 'deploy/kubernetes');
const SECRETS = 'secrets.example.yaml';
const ajv = new Ajv({ allErrors: true });
const image = readDockerfile(join(ROOT, 'Dockerfile')).at(-1) as Stage;
const files = readdirSync(FOLDER).sort();

/** The members of an object that the tests use. The schemas check the other members. */
interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Record<string, string>;
  readonly stringData: Record<string, string>;
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
    readonly ports: readonly { readonly targetPort: string }[];
  };
}
interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe: object;
}
interface PodSpec {
  readonly containers: readonly [Container];
  readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
  readonly terminationGracePeriodSeconds: number;
}

const objects = files.flatMap((file) =>
  (loadAll(readFileSync(join(FOLDER, file), 'utf8')) as KubernetesObject[]).map((object) => ({ file, object })),
);
const ofKind = (kind: string): KubernetesObject =>
  objects.find(({ object }) => object.kind === kind)?.object as KubernetesObject;
const errorsOf = (schema: object, value: unknown): unknown => {
  const validate = ajv.compile(schema);
  validate(value);
  return validate.errors ?? [];
};

describe('the Kubernetes manifests', () => {
  it.each(objects.map(({ file, object }) => [file, object] as const))('%s has only known fields', (_file, object) => {
    expect(errorsOf(KUBERNETES_SCHEMAS[object.kind] ?? { not: {} }, object)).toEqual([]);
  });

  it('fail the validation with a misspelled field or an invalid value', () => {
    const { Service = {}, PodDisruptionBudget = {} } = KUBERNETES_SCHEMAS;
    const service = ofKind('Service');
    expect(errorsOf(Service, { ...service, spec: { ...service.spec, port: [] } })).not.toEqual([]);
    expect(errorsOf(Service, { ...service, metadata: { name: 'No_Name' } })).not.toEqual([]);
    const budget = ofKind('PodDisruptionBudget');
    expect(errorsOf(PodDisruptionBudget, { ...budget, apiVersion: 'policy/v1beta1' })).not.toEqual([]);
  });

  it('are all listed in the kustomization, except the example of the secrets', () => {
    const manifests = files.filter((file) => ![SECRETS, 'kustomization.yaml'].includes(file));
    expect([...ofKind('Kustomization').resources].sort()).toEqual(manifests);
  });

  it('set only known settings, and refer to files of the mounted secret', () => {
    const { data } = ofKind('ConfigMap');
    expect(findUnknownSettings(Object.keys(data), data)).toEqual([]);
    const secret = ofKind('Secret');
    for (const kind of ['Deployment', 'Job']) {
      const { containers, volumes } = ofKind(kind).spec.template.spec;
      const [{ envFrom, volumeMounts }] = containers;
      expect(envFrom.map(({ configMapRef }) => configMapRef.name)).toEqual([ofKind('ConfigMap').metadata.name]);
      expect(volumes[0]).toMatchObject({ name: volumeMounts[0]?.name, secret: { secretName: secret.metadata.name } });
      const mounted = Object.keys(secret.stringData).map((key) => join(volumeMounts[0]?.mountPath ?? '', key));
      const fileSettings = Object.entries(data).filter(([name]) => name.endsWith('_FILE'));
      expect(fileSettings.map(([, path]) => path).sort()).toEqual(mounted.sort());
    }
    const plain = Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith('_FILE')));
    const required = { DATABASE_URL: 'postgres://db/x', JWT_SECRET: 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e' };
    expect(loadConfig({ ...plain, ...required }).environment).toBe('production');
  });

  it('use the account, the commands and the ports of the image', () => {
    const podSpecs = ['Deployment', 'Job'].map((kind) => ofKind(kind).spec.template.spec);
    for (const { containers, securityContext } of podSpecs) {
      expect(`${securityContext.runAsUser}:${securityContext.runAsGroup}`).toBe(lastOf(image, 'USER'));
      expect(containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
      expect(containers[0].image).toBe(ofKind('Kustomization').images[0]?.name);
    }
    const [server, migration] = podSpecs.map(({ containers }) => containers[0]) as [Container, Container];
    expect(execForm(lastOf(image, 'CMD'))).toEqual(['start']);
    expect([server.args, migration.args]).toEqual([undefined, ['cli', 'migrate']]);
    const ports = server.ports.map(({ containerPort }) => containerPort);
    expect(ports.join(' ')).toBe(lastOf(image, 'EXPOSE'));
    const { http, metrics } = loadConfig({ NODE_ENV: 'test', JWT_SECRET: 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e' });
    expect(ports).toEqual([http.port, metrics.port]);
    expect(server.ports.map(({ name }) => name)).toContain(ofKind('Service').spec.ports[0]?.targetPort);
    expect(podSpecs[0]?.terminationGracePeriodSeconds).toBeGreaterThan(http.shutdownTimeoutMs / 1000);
  });

  it('select the pods that they start, and probe routes that exist', () => {
    const { labels } = ofKind('Deployment').spec.template.metadata;
    expect(ofKind('Deployment').spec.selector.matchLabels).toEqual(labels);
    expect(ofKind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(ofKind('Service').spec.selector).toEqual(labels);
    expect(ofKind('Job').spec.template.metadata.labels).not.toEqual(labels);
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as { paths: object };
    const probed = JSON.stringify(ofKind('Deployment')).matchAll(/"httpGet":\{"path":"([^"]+)","port":"http"/g);
    const probes = Array.from(probed, ([, path]) => path);
    expect(probes).toHaveLength(3);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(probes));
  });
});

describe('compose.yaml', () => {
  interface Compose {
    readonly services: Record<'database' | 'service', { environment: Record<string, string>; command: string[] }>;
  }
  const compose = load(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as Compose;

  it('has only known fields and known settings', () => {
    expect(errorsOf(COMPOSE_SCHEMA, compose)).toEqual([]);
    const { environment } = compose.services.service;
    expect(findUnknownSettings(Object.keys(environment), environment)).toEqual([]);
  });

  it('runs the quick start with the database that it defines', () => {
    const { database, service } = compose.services;
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: name } = database.environment;
    expect(service.environment['DATABASE_URL']).toBe(`postgres://${user}:${password}@database:5432/${name}`);
    expect(service.command).toEqual(['quickstart']);
  });
});
